// Lays messages of the realtime channel over the cache: the only room besides queries that writes to it. It gathers what comes
// within one frame of the screen, so that twenty messages cost one drawing. What a message means is apply.ts's business.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keys, type EventPage } from '../api/queries.ts'
import type { EventSource, Notification, Participant, ParticipantDetail, RaceEvent } from '../api/types.ts'
import { applyToEvent, applyToEvents, applyToNotifications, applyToParticipant, applyToParticipants, applyToSources, knownTypes, messagesOf, strangers, type Message } from './apply.ts'
import { Newborn } from './newborn.ts'
import { recent } from './recent.ts'
import type { Id, Rows } from './rows.ts'
import type { LiveSocket } from './socket.ts'

const DETAIL_MS = 300
/** Board and problems look at everybody: while reads come in they are asked for again this often, and at once when somebody decided something. */
const DESK_MS = 3_000

/** Keeps the cache true until the answer is called. `socket` gives the messages. */
export function keepCacheLive(client: QueryClient, socket: LiveSocket): () => void {
  const live = new CacheWriter(client)
  const unlisten = socket.listen({
    message: (_channel, message) => live.take(message),
    reconnected: (complete) => !complete && live.refetch(),
  })
  let was = false
  const unwatch = socket.watch(() => {
    const { connected } = socket.snapshot()
    if (connected === was) return
    was = connected
    recent.connected(connected)
    if (connected) live.confirmed()
  })
  return () => {
    unlisten()
    unwatch()
    recent.connected(false)
    live.stop()
  }
}

/** Exported for its test. */
export class CacheWriter {
  private pending: Message[] = []
  private frame: ReturnType<typeof setTimeout> | undefined
  private details = new Map<string, ReturnType<typeof setTimeout>>()
  private missed = new Set<Id>()
  private everConfirmed = false
  private newborn = new Newborn((messages) => this.queue(messages))

  constructor(private readonly client: QueryClient) {}

  /** A frame of the channel, applied with everything else that comes before the next drawing. */
  take(frame: unknown): void {
    const messages = messagesOf(frame)
    recent.add(messages)
    this.queue(this.newborn.hold(messages))
  }

  /** Lists fetched before the first confirmation may lack what happened in between: they are fetched again. */
  confirmed(): void {
    if (!this.everConfirmed) void this.client.invalidateQueries({ predicate: (q) => q.state.dataUpdatedAt > 0 && isLive(q.queryKey) })
    this.everConfirmed = true
  }

  /** After a gap that the server cannot fill. */
  refetch(): void {
    this.pending = []
    recent.forget()
    void this.client.invalidateQueries({ predicate: (q) => isLive(q.queryKey) })
  }

  stop(): void {
    clearTimeout(this.frame)
    this.newborn.stop()
    for (const timer of this.details.values()) clearTimeout(timer)
  }

  private queue(messages: readonly Message[]): void {
    if (messages.length === 0) return
    this.pending.push(...messages)
    this.frame ??= setTimeout(this.flush, 16)
  }

  private readonly flush = (): void => {
    this.frame = undefined
    const messages = this.pending
    this.pending = []
    for (const m of messages) {
      // oxlint-disable-next-line no-console -- unknown types are logged and nothing else (ERR-17)
      if (!knownTypes.has(m.msgType)) console.info('live: unknown message', m.msgType)
      if (m.msgType === 'reload') location.reload()
    }
    this.fold<Rows<EventSource>>(keys.sources, (rows) => messages.reduce(applyToSources<EventSource>, rows))
    this.fold<Rows<Notification>>(keys.notifications, (rows) => messages.reduce(applyToNotifications<Notification>, rows))
    for (const query of this.client.getQueryCache().findAll({ queryKey: keys.events })) this.foldEvent(query.queryKey, messages)
  }

  private foldEvent(key: QueryKey, messages: readonly Message[]): void {
    if (key[1] === 'page') {
      this.fold<EventPage>(key, (page) => {
        const rows = messages.reduce<readonly RaceEvent[]>((l, m) => applyToEvents(l as never, m) as never, page.rows)
        return rows === page.rows ? page : { ...page, rows: rows as RaceEvent[] }
      })
      return
    }
    const id = key[1] as number
    const mine = messages.filter((m) => m.raceEventId === undefined || m.raceEventId === 0 || m.raceEventId === id)
    if (mine.length === 0) return
    if (key.length === 2) this.fold<RaceEvent>(key, (event) => mine.reduce<RaceEvent>((e, m) => applyToEvent(e as never, m) as never, event))
    else if (key[2] === 'participants' && key.length === 3) this.foldList(key, mine)
    else if (key[2] === 'participants') this.foldDetail(key, mine)
    else if (key[2] === 'orders' && mine.some(touchesOrders)) this.soon(key)
    else if ((key[2] === 'checks' || key[2] === 'races') && mine.some(touchesSetup)) this.soon(key)
    else if (key[2] === 'crossings' && mine.some(touchesCrossings)) this.soon(key)
    else if (key[2] === 'problems' && mine.some((m) => m.entities?.problems)) this.soon(key)
    else if ((key[2] === 'board' || key[2] === 'problems' || key[2] === 'lps') && key[3] !== 'sheets' && mine.some(touchesDesk)) this.soon(key, DESK_MS)
  }

  /** A change about somebody whom the list does not hold means that the list lacks them; it is fetched again, once for each. */
  private foldList(key: QueryKey, messages: readonly Message[]): void {
    this.fold<Rows<Participant>>(key, (rows) => {
      const next = messages.reduce<Rows<Participant>>(applyToParticipants, rows)
      const unknown = messages.flatMap((m) => strangers(next, m)).filter((id) => !this.missed.has(id))
      if (unknown.length > 0) this.soon(key)
      for (const id of unknown) this.missed.add(id)
      return next
    })
  }

  private foldDetail(key: QueryKey, messages: readonly Message[]): void {
    const id = key[3]
    this.fold<ParticipantDetail>(key, (person) => messages.reduce<ParticipantDetail>(applyToParticipant, person))
    const touched = messages.some((m) => m.crossing?.participantId === id || m.entities?.participants?.some((p) => p.id === id))
    if (touched) this.soon(key)
  }

  /** Asks again shortly, once, however many messages say so. */
  private soon(key: QueryKey, wait = DETAIL_MS): void {
    const name = JSON.stringify(key)
    if (this.details.has(name)) return
    const ask = () => {
      this.details.delete(name)
      void this.client.invalidateQueries({ queryKey: key, exact: true })
    }
    this.details.set(name, setTimeout(ask, wait))
  }

  private fold<T>(key: QueryKey, change: (entry: T) => T): void {
    const entry = this.client.getQueryData<T>(key)
    if (entry === undefined) return
    const next = change(entry)
    if (next !== entry) this.client.setQueryData(key, next)
  }
}

function isLive(key: QueryKey): boolean {
  return key[0] === 'race_events' || key[0] === 'event_sources' || key[0] === 'notifications'
}

function touchesSetup(m: Message): boolean {
  return Boolean(m.entities?.raceEvents || m.entities?.races || m.entities?.splits || (m.msgType === 'entityDelete' && m.collection !== 'crossings'))
}

/** Something else is sold or ordered, or somebody who may have ordered is called otherwise. */
function touchesOrders(m: Message): boolean {
  const gone = m.msgType === 'entityDelete' && ['addons', 'lineItems', 'participants'].includes(m.collection ?? '')
  return gone || Boolean(m.entities?.addons || m.entities?.lineItems || m.entities?.participants?.some((p) => 'lastName' in p))
}

/** Somebody moved, or is somebody else now. */
function touchesDesk(m: Message): boolean {
  return m.msgType !== 'notification' && m.msgType !== 'progress' && m.msgType !== 'status_change'
}

/** A crossing came, has another id, or so many came at once that they are not told one by one. */
function touchesCrossings(m: Message): boolean {
  return m.msgType === 'crossing' || m.collection === 'crossings' || m.entities?.crossings !== undefined
}
