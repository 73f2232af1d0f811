import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveSocket, socketURL } from './socket.ts'

class FakeSocket extends EventTarget {
  static all: FakeSocket[] = []
  sent: { command: string; identifier: string; data?: string }[] = []
  closed = false
  constructor(readonly url: string) {
    super()
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number])
  }
  close() {
    this.closed = true
  }
  say(frame: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
  confirm() {
    this.say({ type: 'welcome' })
    for (const s of this.sent) this.say({ type: 'confirm_subscription', identifier: s.identifier })
  }
  drop() {
    this.dispatchEvent(new Event('close'))
  }
}

let socket: LiveSocket
const message = vi.fn()
const reconnected = vi.fn()
const last = () => FakeSocket.all.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  message.mockClear()
  reconnected.mockClear()
  socket = new LiveSocket(() => 'ws://raced/ws')
  socket.listen({ message, reconnected })
  socket.start()
})
afterEach(() => {
  socket.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is connected when both channels are confirmed, and not before', () => {
  last().say({ type: 'welcome' })
  expect(last().sent.map((s) => JSON.parse(s.identifier))).toEqual([{ channel: 'ControlChannel' }, { channel: 'EventChannel' }])
  last().say({ type: 'confirm_subscription', identifier: '{"channel":"EventChannel"}' })
  expect(socket.snapshot()).toMatchObject({ connected: false, event: true, control: false })
  last().say({ type: 'confirm_subscription', identifier: '{"channel":"ControlChannel"}' })
  expect(socket.snapshot()).toMatchObject({ connected: true, everConnected: true })
  expect(reconnected).not.toHaveBeenCalled()
})

it('takes batches apart and hands on the number of the batch', () => {
  last().confirm()
  last().say({ identifier: '{"channel":"ControlChannel"}', message: { msgType: 'batch', seq: 9, messages: [{ msgType: 'entityUpdate' }, { msgType: 'notification' }] } })
  expect(message.mock.calls.map(([channel, m]) => [channel, m.msgType, m.seq])).toEqual([['ControlChannel', 'entityUpdate', 9], ['ControlChannel', 'notification', 9]])
})

it('comes back by itself and asks for what it missed', () => {
  last().confirm()
  last().say({ identifier: '{"channel":"ControlChannel"}', message: { msgType: 'reload', seq: 41 } })
  last().drop()
  expect(socket.snapshot().connected).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(FakeSocket.all).toHaveLength(2)
  last().confirm()
  expect(JSON.parse(last().sent[0]!.identifier)).toEqual({ channel: 'ControlChannel', since: 41 })
  expect(reconnected).toHaveBeenCalledWith(true)
})

it('says that lists must be fetched again when it knows no number, or the server cannot fill the gap', () => {
  last().confirm()
  last().drop()
  vi.advanceTimersByTime(1_000)
  last().confirm()
  expect(reconnected).toHaveBeenLastCalledWith(false)
  last().say({ identifier: '{"channel":"ControlChannel"}', message: { msgType: 'resync', seq: 90 } })
  expect(reconnected).toHaveBeenCalledTimes(2)
})

it('waits longer and longer while nobody answers, and tries at once when the network is back', () => {
  for (let i = 0; i < 6; i++) {
    last().drop()
    vi.advanceTimersByTime(12_000)
  }
  expect(FakeSocket.all).toHaveLength(7)
  last().drop()
  vi.advanceTimersByTime(3_000)
  expect(FakeSocket.all).toHaveLength(7)
  dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(8)
})

it('takes a line without pings for dead', () => {
  last().confirm()
  vi.advanceTimersByTime(5_000)
  last().say({ type: 'ping', message: 1 })
  vi.advanceTimersByTime(9_000)
  expect(last().closed).toBe(false)
  vi.advanceTimersByTime(4_000)
  expect(FakeSocket.all[0]!.closed).toBe(true)
})

it('stays away after a disconnect that forbids to come back', () => {
  last().confirm()
  last().say({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
})

it('sends actions over the control channel, and says when it cannot', () => {
  expect(socket.perform('reload_clients')).toBe(false)
  last().confirm()
  expect(socket.perform('rescore_race_event', { raceIds: [1] })).toBe(true)
  expect(JSON.parse(last().sent.at(-1)!.data!)).toEqual({ raceIds: [1], action: 'rescore_race_event' })
})

it.each([
  ['http://localhost:5173/', undefined, 'ws://localhost:3000/ws'],
  ['http://127.0.0.1:4000/', '4000', 'ws://127.0.0.1:4000/ws'],
  ['http://race.example:8080/', '3000', 'ws://race.example:8080/ws'],
  ['https://race.example/', undefined, 'wss://race.example/ws'],
  ['http://race.example/?mode=live', undefined, 'wss://race.example/ws'],
])('from %s (port %s) the socket is %s', (page, port, want) => {
  expect(socketURL(new URL(page) as unknown as Location, port)).toBe(want)
})
