/**
 * The realtime client: ActionCable frames over one websocket, both channels, reconnecting for ever (A-23, RT-1 … RT-3).
 * It owns the connection and its state; it must not know the cache (live/apply.ts turns messages into cache entries).
 * "connected" means that both channels are confirmed. Start reading at `connect`.
 */

import type { Message } from '../api/types.ts'
import { learnServerTime } from '../lib/time.ts'

/** The two channels, each with its own flag (RT-3). */
export type Channel = 'ControlChannel' | 'EventChannel'

/** What the rest of the console may know about the connection. `lastAt` is when the last frame arrived. */
export interface LiveState {
  connected: boolean
  control: boolean
  event: boolean
  /** The socket was up at least once, so what is shown is true as of `lastAt`. */
  everConnected: boolean
  lastAt: number
}

interface Listener {
  message: (channel: Channel, message: Message) => void
  /** After a gap: `complete` is true when the server sends what was missed, false when lists must be fetched again. */
  reconnected: (complete: boolean) => void
}

const CHANNELS: Channel[] = ['ControlChannel', 'EventChannel']
const STALE_MS = 10_000 // the server pings every 3 s: three silent pings mean a dead line
const RETRY_MS = [300, 1_000, 2_000, 4_000, 8_000]

/** Where the socket is: port 3000 for local hosts unless the server says another; wss for https or a query with "live" (RT-1). */
export function socketURL(page: Location, wsPort: string | undefined): string {
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(page.hostname)
  const secure = page.protocol === 'https:' || page.search.includes('live')
  const host = local ? `${page.hostname}:${wsPort ?? '3000'}` : page.host
  return `${secure ? 'wss' : 'ws'}://${host}/ws`
}

/** One live connection. Make it once, `start` it after sign-in, `stop` it after sign-out. */
export class LiveSocket {
  private ws: WebSocket | null = null
  private state: LiveState = { connected: false, control: false, event: false, everConnected: false, lastAt: 0 }
  private watchers = new Set<() => void>()
  private listeners = new Set<Listener>()
  private seq = 0
  private tries = 0
  private running = false
  private retry: ReturnType<typeof setTimeout> | undefined
  private watchdog: ReturnType<typeof setInterval> | undefined

  constructor(private readonly url: () => string) {}

  /** The state now; the same object until something changed, as useSyncExternalStore wants it. */
  readonly snapshot = (): LiveState => this.state

  readonly watch = (fn: () => void): (() => void) => {
    this.watchers.add(fn)
    return () => this.watchers.delete(fn)
  }

  /** Hears every message of both channels, batches taken apart. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Tells the socket how far a fetched list reaches, so that a reconnect asks for what came after. */
  seen(seq: number): void {
    if (this.seq === 0) this.seq = seq
  }

  start(): void {
    if (this.running) return
    this.running = true
    this.tries = 0
    addEventListener('online', this.now)
    document.addEventListener('visibilitychange', this.now)
    this.watchdog = setInterval(this.checkAlive, 2_000)
    this.open()
  }

  stop(): void {
    this.running = false
    clearTimeout(this.retry)
    clearInterval(this.watchdog)
    removeEventListener('online', this.now)
    document.removeEventListener('visibilitychange', this.now)
    this.drop()
    this.seq = 0
    this.change({ connected: false, control: false, event: false, everConnected: false, lastAt: 0 })
  }

  /** Sends an action over the control channel (RT-4 … RT-16); false when the line is down and nothing was sent. */
  perform(action: string, data: Record<string, unknown> = {}): boolean {
    if (!this.state.control || !this.ws) return false
    this.ws.send(JSON.stringify({ command: 'message', identifier: this.identifier('ControlChannel'), data: JSON.stringify({ ...data, action }) }))
    return true
  }

  private readonly now = (): void => {
    if (this.running && !this.ws && document.visibilityState !== 'hidden') {
      this.tries = 0
      clearTimeout(this.retry)
      this.open()
    }
  }

  private readonly checkAlive = (): void => {
    // A line that is still being made has its own time: the silence of the last one must not end it.
    if (this.ws && Date.now() - Math.max(this.state.lastAt, this.openedAt) > STALE_MS) this.lost()
  }

  private since: number | undefined
  private openedAt = 0

  private identifier(channel: Channel): string {
    return JSON.stringify(this.since ? { channel, since: this.since } : { channel })
  }

  private open(): void {
    const ws = new WebSocket(this.url(), ['actioncable-v1-json', 'actioncable-unsupported'])
    this.ws = ws
    this.openedAt = Date.now()
    this.since = this.seq || undefined
    ws.addEventListener('message', (e: MessageEvent<string>) => this.ws === ws && this.frame(JSON.parse(e.data) as Frame))
    ws.addEventListener('close', () => this.ws === ws && this.lost())
  }

  private lost(): void {
    this.drop()
    this.change({ ...this.state, connected: false, control: false, event: false })
    if (!this.running) return
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]!
    this.retry = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2))
  }

  private drop(): void {
    const ws = this.ws
    this.ws = null
    ws?.close()
  }

  private frame(f: Frame): void {
    this.change({ ...this.state, lastAt: Date.now() })
    if (f.type === 'ping') {
      if (typeof f.message === 'number') learnServerTime(f.message * 1000)
    } else if (f.type === 'welcome') {
      for (const channel of CHANNELS) this.ws?.send(JSON.stringify({ command: 'subscribe', identifier: this.identifier(channel) }))
    } else if (f.type === 'confirm_subscription') {
      this.confirmed(channelOf(f.identifier))
    } else if (f.type === 'reject_subscription') {
      this.lost()
    } else if (f.type === 'disconnect') {
      if (f.reconnect === false) this.running = false
      this.lost()
    } else if (typeof f.message === 'object') {
      this.deliver(channelOf(f.identifier), f.message)
    }
  }

  private confirmed(channel: Channel): void {
    const next = { ...this.state, control: this.state.control || channel === 'ControlChannel', event: this.state.event || channel === 'EventChannel' }
    next.connected = next.control && next.event
    const back = next.connected && !this.state.connected && this.state.everConnected
    if (next.connected) {
      next.everConnected = true
      this.tries = 0
    }
    this.change(next)
    if (back) for (const l of this.listeners) l.reconnected(this.since !== undefined)
  }

  private deliver(channel: Channel, message: Message): void {
    if (message.seq && message.seq > this.seq) this.seq = message.seq
    if (message.msgType === 'batch') {
      for (const m of message.messages ?? []) this.deliver(channel, { ...m, seq: m.seq ?? message.seq })
      return
    }
    if (message.msgType === 'resync') {
      this.seq = message.seq ?? 0
      for (const l of this.listeners) l.reconnected(false)
      return
    }
    for (const l of this.listeners) l.message(channel, message)
  }

  private change(next: LiveState): void {
    this.state = next
    for (const fn of this.watchers) fn()
  }
}

interface Frame {
  type?: string
  identifier?: string
  /** Of a ping: the server's time in whole seconds. */
  message?: Message | number
  reconnect?: boolean
}

function channelOf(identifier: string | undefined): Channel {
  const parsed = JSON.parse(identifier ?? '{}') as { channel?: Channel }
  return parsed.channel ?? 'ControlChannel'
}
