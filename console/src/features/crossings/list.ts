// The crossings that are held of a list which may have a million. Parts of it are fetched; within its stretch a part is the truth. Pure.

import type { Crossing } from '../../api/types.ts'
import { same } from '../../live/rows.ts'

/** A part as it was fetched. `first` and `last` say that nothing comes before or after it. */
export interface Part {
  rows: readonly Crossing[]
  first: boolean
  last: boolean
}

/**
 * What is held after a part came in. Rows keep their places and stay the same objects while they say the same; those that the part should
 * have and has not are gone; new ones come at the end. The order on the screen is the table's business.
 */
export function laid(held: readonly Crossing[], part: Part, desc: boolean): readonly Crossing[] {
  const fresh = new Map(part.rows.map((c) => [c.id, c]))
  const [head, tail] = [part.rows[0], part.rows.at(-1)]
  const within = (c: Crossing) => (part.first || (head !== undefined && compare(c, head, desc) >= 0)) && (part.last || (tail !== undefined && compare(c, tail, desc) <= 0))
  const out: Crossing[] = []
  let changed = false
  for (const row of held) {
    const now = fresh.get(row.id)
    if (now) {
      fresh.delete(row.id)
      const kept = same(row, now) ? row : now
      changed ||= kept !== row
      out.push(kept)
    } else if (within(row)) changed = true
    else out.push(row)
  }
  return fresh.size === 0 && !changed ? held : [...out, ...[...fresh.values()].toReversed()]
}

/** The order of the server: by time, then by id, both the newest first or both the oldest first. */
export function compare(a: Crossing, b: Crossing, desc: boolean): number {
  const byTime = (a.timestamp ?? '').localeCompare(b.timestamp ?? '') || a.id - b.id
  return desc ? -byTime : byTime
}

/**
 * What is shown while somebody is at the rows: those that came since are held back, because a row that moves away under the pointer is a
 * mistake waiting to happen. What was fetched beyond the last row is no surprise and is shown. `known` are the ids when it began.
 */
export function heldBack(rows: readonly Crossing[], known: ReadonlySet<number> | null, desc: boolean): { shown: readonly Crossing[]; fresh: number } {
  if (!known) return { shown: rows, fresh: 0 }
  let end: Crossing | undefined
  for (const c of rows) if (known.has(c.id) && (!end || compare(c, end, desc) > 0)) end = c
  const shown = rows.filter((c) => known.has(c.id) || (end !== undefined && compare(c, end, desc) > 0))
  return shown.length === rows.length ? { shown: rows, fresh: 0 } : { shown, fresh: rows.length - shown.length }
}
