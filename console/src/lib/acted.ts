/** How the standing of people changes by something that is done, or would be: what previews say, in words. Pure. */

import { duration } from './time.ts'
import { MISSING } from './units.ts'

/** How somebody stands. `place` and `timeMs` are null when there is none. */
export interface Standing {
  status: number
  statusLabel: string
  place: number | null
  timeMs: number | null
  lastSplit: string
}

/** Somebody whose standing is touched. `toRace` names the race that they go to, when they change it. */
export interface Affected {
  participantId: number
  bib: string
  name: string
  race: string
  was: Standing
  now: Standing
  toRace?: string
  /** Splits whose time comes, goes or is another; null where there is none. */
  times?: readonly { split: string; lap: number; wasMs: number | null; nowMs: number | null }[]
}

/** The part of an answer that is shown of every action: a sentence, and who is touched. */
export interface Effect {
  editId: number
  summary: string
  people: readonly Affected[]
  /** How many more only move to another place. */
  others?: number
}

/** What differs for one person, each as what it was and what it becomes. Nothing differs: an empty list. */
export function changesOf(a: Affected): { what: string; was: string; now: string }[] {
  const said = [
    { what: 'Race', was: a.race || MISSING, now: a.toRace || a.race || MISSING },
    { what: 'Status', was: a.was.statusLabel || MISSING, now: a.now.statusLabel || MISSING },
    { what: 'Place', was: placeText(a.was), now: placeText(a.now) },
    { what: 'Time', was: duration(a.was.timeMs), now: duration(a.now.timeMs) },
    { what: 'Last split', was: a.was.lastSplit || MISSING, now: a.now.lastSplit || MISSING },
  ]
  const times = (a.times ?? []).map((t) => ({ what: t.lap > 0 ? `${t.split} ${t.lap + 1}` : t.split, was: duration(t.wasMs), now: duration(t.nowMs) }))
  return [...said.filter((c) => c.was !== c.now), ...times]
}

/** Those of whom something differs, as they were given. */
export function changed(people: readonly Affected[]): Affected[] {
  return people.filter((a) => changesOf(a).length > 0)
}

function placeText(s: Standing): string {
  return s.place === null ? MISSING : String(s.place)
}
