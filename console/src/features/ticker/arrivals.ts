// What the live ticker shows: crossings of the last seven seconds, newest on top (LIVE-3, A-124). Pure.

import type { Crossing } from '../../api/types.ts'

/** How long a crossing stays, in milliseconds (LIVE-3). */
export const STAY_MS = 7_000

export interface Arrival {
  /** Grows with every arrival; two crossings with one id do not exist, but two arrivals of one might. */
  key: number
  until: number
  crossing: Crossing
}

/** The list after `fresh` came in at `now`: newest first, what has had its time left out. The same list when nothing differs. */
export function arrive(list: readonly Arrival[], fresh: readonly Crossing[], now: number, nextKey: number): readonly Arrival[] {
  const stay = list.filter((a) => a.until > now && !fresh.some((c) => c.id === a.crossing.id))
  if (fresh.length === 0) return stay.length === list.length ? list : stay
  const born = fresh.map((crossing, i) => ({ key: nextKey + i, until: now + STAY_MS, crossing }))
  return [...born.toReversed(), ...stay]
}

/** One sentence for those who listen instead of looking. */
export function spoken(fresh: readonly Crossing[], bib: (c: Crossing) => string): string {
  const last = fresh.at(-1)
  if (!last) return ''
  const more = fresh.length > 1 ? `, and ${fresh.length - 1} before` : ''
  return `${last.bib ? `Bib ${bib(last)}` : 'Unknown tag'}${last.split ? ` at ${last.split}` : ''}${more}`
}
