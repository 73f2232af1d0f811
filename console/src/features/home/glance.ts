/** What Home counts (PAGE-2, PAGE-3, CHART-1 … CHART-4). Pure: people in, numbers out. */

import type { Participant, Race } from '../../api/types.ts'
import { ms } from '../../lib/time.ts'
import type { Slice } from '../../ui/Donut.tsx'

/** How long somebody counts as active after being seen (FMT-6). */
export const WINDOW_MS = 30 * 60_000

/** The five slices of the status chart (CHART-2). */
export type Fate = 'current' | 'finished' | 'dns' | 'dnf' | 'other'

const FATES: Record<Fate, { label: string; color: string }> = {
  current: { label: 'Current', color: 'var(--chart-current)' },
  finished: { label: 'Finished', color: 'var(--chart-finished)' },
  dns: { label: 'Did Not Start', color: 'var(--chart-dns)' },
  dnf: { label: 'Did Not Finish', color: 'var(--chart-dnf)' },
  other: { label: 'Other', color: 'var(--chart-other)' },
}

/** Where somebody belongs in the chart: OK with a finish is finished, OK without a start did not start (CHART-4, A-144). */
export function fate(p: Pick<Participant, 'status' | 'st' | 'ft'>): Fate {
  if (p.status === 0) return p.ft !== null ? 'finished' : p.st === null ? 'dns' : 'current'
  if (p.status === 11) return 'finished'
  if (p.status === 1) return 'dns'
  if (p.status === 2) return 'dnf'
  return 'other'
}

/** The status chart: slices by count, the largest first. */
export function statusSlices(people: readonly Participant[]): Slice[] {
  const counts: Record<Fate, number> = { current: 0, finished: 0, dns: 0, dnf: 0, other: 0 }
  for (const p of people) counts[fate(p)]++
  return (Object.keys(FATES) as Fate[]).map((f) => ({ ...FATES[f], value: counts[f] })).toSorted((a, b) => b.value - a.value)
}

/** The gender chart. No gender is left out; any other than M and F counts as other (CHART-3). */
export function genderSlices(people: readonly Participant[]): Slice[] {
  let m = 0
  let f = 0
  const others = new Set<string>()
  let other = 0
  for (const p of people) {
    const g = p.gender.toUpperCase()
    if (g === 'M') m++
    else if (g === 'F') f++
    else if (g !== '') {
      other++
      if (!KNOWN.has(g)) others.add(p.gender)
    }
  }
  if (others.size > 0) warnOnce([...others].toSorted().join(', '))
  const slices = [
    { label: 'Male', value: m, color: 'var(--male)' },
    { label: 'Female', value: f, color: 'var(--female)' },
  ]
  return other > 0 ? [...slices, { label: 'Other', value: other, color: 'var(--chart-other)' }] : slices
}

// Words of registration forms for neither; anything else is worth a look at the file it came from (CHART-3).
const KNOWN = new Set(['X', 'NB', 'N', 'O', 'OTHER', 'NON-BINARY', 'NONBINARY'])

let warned = ''
function warnOnce(words: string): void {
  if (warned === words) return
  warned = words
  console.warn(`home: counted as other: ${words}`)
}

/** One line of the races table. `lastSeen` is the newest crossing of anybody in it, null before the first. */
export interface RaceLine { race: Race; people: number; counts: Record<Fate, number>; lastSeen: string | null }

/** The races of an event with how many are where, in the order of the event. */
export function raceLines(races: readonly Race[], people: readonly Participant[]): RaceLine[] {
  const lines = new Map(races.map((race): [number, RaceLine] => [race.id, { race, people: 0, counts: { current: 0, finished: 0, dns: 0, dnf: 0, other: 0 }, lastSeen: null }]))
  for (const p of people) {
    const line = lines.get(p.raceId)
    if (!line) continue
    line.people++
    line.counts[fate(p)]++
    if (p.lastSeenAt !== null && (line.lastSeen === null || p.lastSeenAt > line.lastSeen)) line.lastSeen = p.lastSeenAt
  }
  return [...lines.values()]
}

/**
 * The time of the race: the clock on the wall, or the newest crossing when that is later. A simulated race runs ahead of the wall,
 * and with a reader whose clock is fast the last half hour must still be half an hour.
 */
export function raceTime(people: readonly Participant[], now: number): number {
  let newest = ''
  for (const p of people) if (p.lastSeenAt !== null && p.lastSeenAt > newest) newest = p.lastSeenAt
  return newest === '' ? now : Math.max(now, ms(newest))
}

/** Who was seen within the 30 minutes before `at`, newest first (PAGE-3). Instants compare as text: all are UTC with milliseconds. */
export function activePeople(people: readonly Participant[], at: number): Participant[] {
  const from = new Date(at - WINDOW_MS).toISOString()
  const found = people.filter((p) => p.lastSeenAt !== null && p.lastSeenAt >= from)
  return found.toSorted((a, b) => ms(b.lastSeenAt) - ms(a.lastSeenAt) || a.id - b.id)
}
