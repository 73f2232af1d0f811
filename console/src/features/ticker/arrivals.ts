// What the live ticker shows: crossings of the last seven seconds, newest on top (LIVE-3, A-124). Pure.

import type { Crossing } from '../../api/types.ts'

/** How long a crossing stays, in milliseconds (LIVE-3). */
export const STAY_MS = 7_000

export interface Arrival {
  /** No two that are shown have the same. */
  key: string
  until: number
  crossing: Crossing
}

const noneGone: ReadonlySet<number> = new Set()

/**
 * The list after `fresh` came in at `now`: newest first, what has had its time left out. The same list when nothing differs.
 * `gone` are ids that crossings do not have any more, because an earlier read came late: an unknown tag leaves and comes again
 * under its new one, somebody known stays as they are.
 */
export function arrive(list: readonly Arrival[], fresh: readonly Crossing[], now: number, gone = noneGone): readonly Arrival[] {
  const stay = list.filter((a) => a.until > now && (a.crossing.participantId > 0 || !gone.has(a.crossing.id)))
  const shown = new Set(stay.map((a) => a.key))
  const born: Arrival[] = []
  for (const crossing of fresh) {
    const key = keyOf(crossing)
    if (shown.has(key) || (crossing.participantId > 0 && !crossing.validCrossing)) continue
    shown.add(key)
    born.push({ key, until: now + STAY_MS, crossing })
  }
  if (born.length === 0 && stay.length === list.length) return list
  return [...born.toReversed(), ...stay]
}

/** Somebody at one place on one lap is one arrival, however often they are read there; invalid ones do not tick (A-29). */
function keyOf(c: Crossing): string {
  return c.participantId > 0 ? `${c.participantId} ${c.splitId} ${c.loopId}` : `crossing ${c.id}`
}

/** One sentence for those who listen instead of looking. */
export function spoken(fresh: readonly Crossing[], bib: (c: Crossing) => string): string {
  const last = fresh.at(-1)
  if (!last) return ''
  const more = fresh.length > 1 ? `, and ${fresh.length - 1} before` : ''
  return `${last.bib ? `Bib ${bib(last)}` : 'Unknown tag'}${last.split ? ` at ${last.split}` : ''}${more}`
}
