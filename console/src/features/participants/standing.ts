// What the list says about a participant in words: place, status, wave, last split. It repeats what the server concluded and concludes nothing.

import type { Participant, Race, RaceEvent, Split } from '../../api/types.ts'
import type { State } from '../../ui/Status.tsx'

/** Places are shown for these statuses only (RES-5). */
export function placeOf(p: Participant, place: number | null): number | null {
  return p.status === 0 || p.status === 11 ? place : null
}

/** OK and Finished first, then others, then DNS, DQ, DNF (RES-15). */
export function statusRank(status: number): number {
  return { 0: 0, 11: 0, 1: 2, 3: 3, 2: 4 }[status] ?? 1
}

/** The word of the row's class: the label without blanks, "current" where the label is a distance (RES-4, A-133). */
export function statusClass(p: Participant): string {
  const word = p.statusLabel.toLowerCase().replaceAll(/[^a-z]/g, '')
  return p.status === 0 && !['expected', 'current', 'finished', ''].includes(word) ? 'current' : word || 'none'
}

/** The colour of a status. Only what asks for attention is loud. */
export function statusState(p: Participant): State {
  switch (statusClass(p)) {
    case 'finished':
      return 'good'
    case 'current':
      return 'info'
    case 'unofficial':
    case 'other':
      return 'warn'
    case 'dq':
      return 'bad'
  }
  return 'off'
}

/** Started, not finished, and nothing said against it. */
export function onCourse(p: Participant): boolean {
  return p.st !== null && p.ft === null && p.status === 0
}

/** An event with its parts found by id. */
export interface Lookup {
  zone: string
  races: readonly Race[]
  race: ReadonlyMap<number, Race>
  /** The longest first; races of laps, which have no length, after them. */
  raceIndex: ReadonlyMap<number, number>
  split: ReadonlyMap<number, Split>
}

/** Made once per event and passed to everything that draws a row. */
export function lookupOf(event: RaceEvent | undefined): Lookup {
  const races = event?.races ?? []
  const byLength = races.toSorted((a, b) => Number(repeats(a)) - Number(repeats(b)) || b.distance - a.distance)
  return {
    zone: event?.timezone ?? 'UTC',
    races,
    race: new Map(races.map((r) => [r.id, r])),
    raceIndex: new Map(byLength.map((r, i) => [r.id, i])),
    split: new Map(races.flatMap((r) => r.splits.map((s) => [s.id, s] as const))),
  }
}

/** Whether a race is run in laps of one distance. */
export function repeats(race: Race | undefined): boolean {
  return Boolean(race && (race.isTimed || race.lpsDuration > 0))
}

/** The usual order: race by race, and in each by place; those without one come last, as their statuses rank. */
export function raceThenPlace(p: Participant, look: Lookup): number {
  const race = look.raceIndex.get(p.raceId) ?? 9_999
  return race * 1e8 + (placeOf(p, p.overallPlace) ?? 1e7 * (1 + statusRank(p.status)) + p.position)
}

/** The wave's name; only its number where it is called "Wave 3". */
export function waveOf(p: Participant, race: Race | undefined): string {
  const name = race?.waves.waves.find((w) => w.id === p.waveId)?.name ?? ''
  return /^wave (\d+)$/i.exec(name)?.[1] ?? name
}

/** Where they were last seen: the split's name, or the lap in a race of laps. */
export function lastSplitOf(p: Participant, look: Lookup): string {
  const split = look.split.get(p.lastSplitId)
  if (!split) return ''
  const race = look.race.get(p.raceId)
  if (!repeats(race) || split.distance === 0) return split.name
  const last = race!.splits.every((s) => s.distance <= split.distance)
  return last ? `Lap ${p.lapCount}` : `${split.name} · ${p.lapCount + 1}`
}

/** The time that the list shows: official at the finish, elapsed at the last valid crossing before. */
export function timeOf(p: Participant): number | null {
  return p.timeMs ?? p.elapsedMs
}
