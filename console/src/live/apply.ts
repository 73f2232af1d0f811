// What a message of the realtime channel does to what the cache holds. Pure: entry + message -> entry, and the same entry
// when nothing changed. Where the entries lie in the cache is cache.ts's business. Messages are those of A-26.

import { mergeEntity, mergeRows, removeRows, rowOf, type Entity, type Id, type MergeRule, type Part, type Rows } from './rows.ts'

/** A frame of the ControlChannel or EventChannel. Only the fields of its msgType are set. */
export interface Message {
  msgType: string
  seq?: number
  raceEventId?: number
  entities?: Record<string, readonly (Part<Entity> & Record<string, unknown>)[]>
  collection?: string
  ids?: readonly Id[]
  participants?: readonly Part<Entity>[]
  crossing?: Record<string, unknown>
  messages?: readonly Message[]
  notification?: Entity & Record<string, unknown>
  eventSourceId?: number
  status?: string
  state?: string
  statusAt?: string | null
  updatedAt?: string | null
  messageId?: number
  at?: string | null
  tag?: string
  p?: number | null
}

const deprecated: Record<string, string> = { raceCreated: 'races', participantCreated: 'participants' }

/**
 * One frame as messages of today: batches opened, the bare `{create: …}` and `{update: …}` maps (RT-17, RT-18) and the three
 * deprecated types (RT-31 … RT-33) said in the words of A-26. What is not a message gives nothing.
 */
export function messagesOf(frame: unknown, seq = 0): Message[] {
  if (typeof frame !== 'object' || frame === null) return []
  const raw = frame as Message & { create?: unknown; update?: unknown }
  const at = raw.seq ?? seq
  if (raw.msgType === 'batch') return (raw.messages ?? []).flatMap((m) => messagesOf(m, at))
  const found: Message[] = []
  if (isMap(raw.create)) found.push({ ...event(raw), msgType: 'entityCreate', seq: at, entities: listed(raw.create) })
  if (isMap(raw.update)) found.push({ ...event(raw), msgType: 'entityUpdate', seq: at, entities: listed(raw.update) })
  if (typeof raw.msgType !== 'string') return found
  const collection = deprecated[raw.msgType]
  if (collection) found.push({ ...event(raw), msgType: 'entityCreate', seq: at, entities: listed({ [collection]: entityIn(raw) }) })
  else if (raw.msgType === 'entityCreated') found.push({ ...raw, msgType: 'entityCreate', seq: at, entities: listed(raw.entities ?? {}) })
  else if (raw.entities) found.push({ ...raw, seq: at, entities: listed(raw.entities) })
  else found.push({ ...raw, seq: at })
  return found
}

/** Every msgType that a console understands; others are logged and left alone (ERR-17). */
export const knownTypes: ReadonlySet<string> = new Set([
  'entityCreate', 'entityUpdate', 'entityDelete', 'entityPlacements', 'crossing', 'notification', 'status_change',
  'pos_ing_status_change', 'livetrackStatus', 'progress', 'lps_monitor', 'reload', 'model_creation_complete',
])

/** Rows of one collection: creations, changes and removals that name it. */
export function applyToRows<T extends Entity>(rows: Rows<T>, message: Message, collection: string, rule: MergeRule<T> = {}): Rows<T> {
  const seq = message.seq ?? 0
  switch (message.msgType) {
    case 'entityCreate':
    case 'entityUpdate': {
      const parts = message.entities?.[collection] as readonly Part<T>[] | undefined
      if (!parts?.length) return rows
      return mergeRows(rows, parts, seq, message.msgType === 'entityCreate' ? { complete: () => true } : rule)
    }
    case 'entityDelete':
      return message.collection === collection && message.ids?.length ? removeRows(rows, message.ids, seq) : rows
  }
  return rows
}

/** The participants of an event: applyToRows, and places as they stand now (RT-27). */
export function applyToParticipants<T extends Entity & { raceId: number }>(rows: Rows<T>, message: Message): Rows<T> {
  if (message.msgType !== 'entityPlacements') {
    return applyToRows(rows, message, 'participants', { complete: (part) => part.raceId !== undefined && 'bib' in part && 'lastName' in part })
  }
  return message.participants?.length ? mergeRows(rows, message.participants as readonly Part<T>[], message.seq ?? 0) : rows
}

/**
 * Those of whom a message says only what changed, and whom the list does not hold although they were not removed: it lacks them,
 * and has to be fetched again. `rows` already has the message.
 */
export function strangers<T extends Entity>(rows: Rows<T>, message: Message): Id[] {
  if (message.msgType !== 'entityUpdate' || (message.seq ?? 0) <= rows.seq) return []
  const told = message.entities?.participants ?? []
  return told.map((part) => part.id).filter((id) => !rows.at.has(id) && !rows.gone.has(id))
}

/** One participant as its own cache entry. The lists inside (splits, reads) are asked for again, never pushed. */
export function applyToParticipant<T extends Entity>(person: T, message: Message): T {
  const parts = message.msgType === 'entityPlacements' ? message.participants : message.entities?.participants
  const part = parts?.find((p) => p.id === person.id)
  return part ? mergeEntity(person, part as Partial<T>) : person
}

interface RaceLike extends Entity {
  splits: (Entity & { raceId: number })[]
}
interface EventLike extends Entity {
  races: RaceLike[]
  posIngressState?: string
  posIngressStatusAt?: string | null
  lpsMonitor?: string
}

/** An event with its races and their splits inside: whatever a message says about any of the three. */
export function applyToEvent<E extends EventLike>(event: E, message: Message): E {
  let next = event
  switch (message.msgType) {
    case 'entityCreate':
    case 'entityUpdate': {
      const own = message.entities?.raceEvents?.find((e) => e.id === event.id)
      if (own) next = mergeEntity(next, withoutEphemeral(own) as Partial<E>)
      const create = message.msgType === 'entityCreate'
      next = withRaces(next, (races) => mergeNested(races, of(message, 'races', event.id), create))
      for (const split of message.entities?.splits ?? []) {
        next = withRaces(next, (races) => mapSame(races, (race) => (race.id === split.raceId ? withSplits(race, (s) => mergeNested(s, [split], create)) : race)))
      }
      return next
    }
    case 'entityDelete': {
      const dead = new Set(message.ids)
      if (message.collection === 'races') return withRaces(next, (races) => keep(races, dead))
      if (message.collection === 'splits') return withRaces(next, (races) => mapSame(races, (race) => withSplits(race, (s) => keep(s, dead))))
      return next
    }
    case 'lps_monitor':
      return message.raceEventId === event.id ? mergeEntity(next, { lpsMonitor: message.status } as Partial<E>) : next
    case 'pos_ing_status_change': {
      if (message.raceEventId !== event.id) return next
      const at = message.statusAt ?? message.updatedAt ?? null
      if (at && event.posIngressStatusAt && at < event.posIngressStatusAt) return next
      return mergeEntity(next, { posIngressState: message.state ?? message.status, posIngressStatusAt: at } as Partial<E>)
    }
  }
  return next
}

/** The list of events; removed ones leave it. */
export function applyToEvents<E extends EventLike>(events: readonly E[], message: Message): readonly E[] {
  if (message.msgType === 'entityDelete' && message.collection === 'raceEvents') return keep(events, new Set(message.ids))
  const next = mapSame(events, (event) => applyToEvent(event, message))
  if (message.msgType !== 'entityCreate') return next
  const born = (message.entities?.raceEvents ?? []).filter((e) => !next.some((known) => known.id === e.id))
  return born.length > 0 ? [...born.map((e) => withoutEphemeral(e) as unknown as E), ...next] : next
}

interface SourceLike extends Entity {
  status: string
  updatedAt: string | null
  lastMessageId?: number
}

/** The sources. A status that is older than the one known is out of order and left out (ERR-16). */
export function applyToSources<S extends SourceLike>(sources: Rows<S>, message: Message): Rows<S> {
  if (message.msgType !== 'status_change') return applyToRows(sources, message, 'eventSources')
  const known = rowOf(sources, message.eventSourceId ?? 0)
  if (!known || (message.messageId ?? Infinity) < (known.lastMessageId ?? 0)) return sources
  const told = { id: known.id, status: message.status, updatedAt: message.updatedAt ?? undefined, lastMessageId: message.messageId }
  return mergeRows(sources, [told as unknown as Part<S>], message.seq ?? 0)
}

/** Notifications, the newest last. */
export function applyToNotifications<N extends Entity>(list: Rows<N>, message: Message): Rows<N> {
  if (message.msgType !== 'notification') return applyToRows(list, message, 'notifications')
  return message.notification ? mergeRows(list, [message.notification as unknown as Part<N>], message.seq ?? 0, { complete: () => true }) : list
}

function isMap(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null && !Array.isArray(x)
}

function event(raw: Message): Pick<Message, 'raceEventId'> {
  return raw.raceEventId === undefined ? {} : { raceEventId: raw.raceEventId }
}

/** Collections come as lists, as single rows, or as maps from id to row. */
function listed(map: Record<string, unknown>): NonNullable<Message['entities']> {
  const out: Record<string, (Part<Entity> & Record<string, unknown>)[]> = {}
  for (const [collection, value] of Object.entries(map)) {
    if (Array.isArray(value)) out[collection] = value.filter((v) => isMap(v) && v.id !== undefined)
    else if (isMap(value) && value.id !== undefined) out[collection] = [value as Part<Entity> & Record<string, unknown>]
    else if (isMap(value)) out[collection] = Object.values(value).filter((v): v is Part<Entity> & Record<string, unknown> => isMap(v) && v.id !== undefined)
  }
  return out
}

/** The deprecated types carry their row bare, or under the name of its kind. */
function entityIn(raw: Message): unknown {
  const { msgType: _type, seq: _seq, ...rest } = raw as unknown as Record<string, unknown>
  return rest.race ?? rest.participant ?? rest.data ?? rest
}

function withoutEphemeral<T extends object>(part: T): T {
  const { ephemeralId: _, ...rest } = part as T & { ephemeralId?: string }
  return rest as T
}

function of(message: Message, collection: string, eventId: Id): readonly Part<RaceLike>[] {
  const rows = (message.entities?.[collection] ?? []) as readonly (Part<RaceLike> & { raceEventId?: number })[]
  return rows.filter((row) => (row.raceEventId ?? message.raceEventId ?? eventId) === eventId)
}

function withRaces<E extends EventLike>(event: E, change: (races: RaceLike[]) => readonly RaceLike[]): E {
  const races = change(event.races)
  return races === event.races ? event : { ...event, races: races as RaceLike[] }
}

function withSplits(race: RaceLike, change: (splits: RaceLike['splits']) => readonly RaceLike['splits'][number][]): RaceLike {
  const splits = change(race.splits ?? [])
  return splits === race.splits ? race : { ...race, splits: splits as RaceLike['splits'] }
}

/** Short lists inside an entity: merged by id, or by the name their creator gave them. */
function mergeNested<T extends Entity>(list: readonly T[], parts: readonly Part<T>[], create: boolean): readonly T[] {
  let next = list
  for (const part of parts) {
    const i = next.findIndex((row) => row.id === part.id || (part.ephemeralId !== undefined && row.id === part.ephemeralId))
    const fields = withoutEphemeral(part) as Partial<T>
    if (i < 0 && create) next = [...next, fields as T]
    if (i < 0) continue
    const merged = mergeEntity(next[i]!, fields)
    if (merged !== next[i]) next = next.map((row, k) => (k === i ? merged : row))
  }
  return next
}

function mapSame<T>(list: readonly T[], change: (row: T) => T): readonly T[] {
  const next = list.map(change)
  return next.every((row, i) => row === list[i]) ? list : next
}

function keep<T extends Entity>(list: readonly T[], dead: ReadonlySet<Id>): readonly T[] {
  return list.some((row) => dead.has(row.id)) ? list.filter((row) => !dead.has(row.id)) : list
}

