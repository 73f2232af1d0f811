// A list of entities as the cache holds it: in a stable order, found by id, and aware of how new each row is.
// Everything here is pure: a function answers the same object when nothing changed, so memoised screens can stand still.

/** A saved entity has a number; one that is not saved yet has a word beginning "NEW-" (STORE-2). */
export type Id = number | string

export interface Entity {
  id: Id
}

/** Rows<T> never changes; `rows` keeps the place of a row for as long as nothing is removed. */
export interface Rows<T extends Entity> {
  readonly rows: readonly T[]
  readonly at: ReadonlyMap<Id, number>
  /** The sequence number of the snapshot: older news is already in it. */
  readonly seq: number
  /** Removed rows and when, so that late news about them does not bring them back. */
  readonly gone: ReadonlyMap<Id, number>
}

/** A part of an entity: whatever changed, and the id. `ephemeralId` is what its creator called it until now. */
export type Part<T extends Entity> = Partial<T> & { id: Id; ephemeralId?: string }

/** When a row was last told about. Kept beside the rows, since a row is an answer of the server and holds nothing of ours. */
const newness = new WeakMap<object, number>()

/** A snapshot of the server as rows. Rows that say the same as in `before` stay the same objects. */
export function rowsFrom<T extends Entity>(list: readonly T[], seq = 0, before?: Rows<T>): Rows<T> {
  const at = new Map<Id, number>()
  for (let i = 0; i < list.length; i++) at.set(list[i]!.id, i)
  if (!before || before.rows.length === 0) return { rows: list, at, seq, gone: new Map() }
  const shared = list.map((row) => {
    const old = rowOf(before, row.id)
    if (!old || !same(old, row)) return row
    newness.delete(old) // a snapshot begins a new count: the server may have started again
    return old
  })
  return { rows: shared, at, seq, gone: new Map() }
}

/** The row with this id. */
export function rowOf<T extends Entity>(rows: Rows<T> | undefined, id: Id): T | undefined {
  const i = rows?.at.get(id)
  return i === undefined ? undefined : rows!.rows[i]
}

export interface MergeRule<T extends Entity> {
  /** Whether a part about an unknown id is enough to make a row of. Without it unknown ids are left alone. */
  complete?(part: Part<T>): boolean
}

/**
 * Merges parts into rows. A part older than its row, older than the snapshot, or about a removed row is left out;
 * a part with an ephemeralId takes the place of the row of that name, so that it is never shown twice.
 */
export function mergeRows<T extends Entity>(rows: Rows<T>, parts: readonly Part<T>[], seq: number, rule: MergeRule<T> = {}): Rows<T> {
  if (isOld(seq, rows.seq)) return rows
  let list: T[] | undefined
  let at: Map<Id, number> | undefined
  const doubles: Id[] = []
  for (const part of parts) {
    const { ephemeralId, ...fields } = part
    const named = ephemeralId === undefined ? undefined : (at ?? rows.at).get(ephemeralId)
    const own = (at ?? rows.at).get(part.id)
    if (own !== undefined && named !== undefined) doubles.push(ephemeralId!)
    const known = own ?? named
    if (known === undefined) {
      if (isOld(seq, rows.gone.get(part.id) ?? -1) || !rule.complete?.(part)) continue
      list ??= rows.rows.slice()
      at ??= new Map(rows.at)
      at.set(part.id, list.length)
      list.push(stamped(fields as unknown as T, seq))
      continue
    }
    const row = (list ?? rows.rows)[known]!
    if (isOlder(seq, newness.get(row) ?? 0)) continue
    const merged = stamped(mergeEntity(row, fields as unknown as Partial<T>), Math.max(seq, newness.get(row) ?? 0))
    if (merged === row) continue
    list ??= rows.rows.slice()
    list[known] = merged
    if (row.id !== merged.id) {
      at ??= new Map(rows.at)
      at.delete(row.id)
      at.set(merged.id, known)
    }
  }
  const next = list ? { rows: list, at: at ?? rows.at, seq: rows.seq, gone: rows.gone } : rows
  return doubles.length > 0 ? without(next, new Set(doubles)) : next
}

/** Takes rows away. Naming an unknown row only remembers that it is gone. */
export function removeRows<T extends Entity>(rows: Rows<T>, ids: readonly Id[], seq: number): Rows<T> {
  if (isOld(seq, rows.seq)) return rows
  const dead = new Set<Id>()
  const gone = new Map(rows.gone)
  for (const id of ids) {
    const i = rows.at.get(id)
    if (i !== undefined && isOlder(seq, newness.get(rows.rows[i]!) ?? 0)) continue
    if (i !== undefined) dead.add(id)
    gone.set(id, Math.max(seq, gone.get(id) ?? 0))
  }
  if (dead.size === 0) return gone.size === rows.gone.size ? rows : { ...rows, gone }
  return { ...without(rows, dead), gone }
}

/** Lays the fields of a part over an entity; the same entity when none differs. */
export function mergeEntity<T extends object>(entity: T, part: Partial<T>): T {
  let next: T | undefined
  for (const key in part) {
    const value = part[key]
    if (value === undefined || same(entity[key], value)) continue
    next ??= { ...entity }
    next[key] = value as T[typeof key]
  }
  return next ?? entity
}

/** Whether two values of JSON say the same. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [ka, kb] = [Object.keys(a), Object.keys(b)]
  return ka.length === kb.length && ka.every((k) => same((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k]))
}

/** News without a number is always new: nobody promised an order for it. */
function isOld(seq: number, than: number) {
  return seq > 0 && seq <= than
}

function isOlder(seq: number, than: number) {
  return seq > 0 && seq < than
}

function stamped<T extends object>(row: T, seq: number): T {
  newness.set(row, seq)
  return row
}

function without<T extends Entity>(rows: Rows<T>, dead: ReadonlySet<Id>): Rows<T> {
  const left = rowsFrom(rows.rows.filter((row) => !dead.has(row.id)))
  return { ...rows, rows: left.rows, at: left.at }
}
