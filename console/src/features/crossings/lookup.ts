// An event and the sources with their parts found by id. Pure.

import type { EventSource, Race, RaceEvent, Split } from '../../api/types.ts'

export interface Lookup {
  zone: string
  races: readonly Race[]
  race: ReadonlyMap<number, Race>
  split: ReadonlyMap<number, Split>
  source: ReadonlyMap<number, EventSource>
  /** The sources that the event listens to, by name; all of them when it listens to none yet. */
  sources: readonly EventSource[]
}

/** Made once per event and passed to everything that draws a row. */
export function lookupOf(event: RaceEvent | undefined, sources: readonly EventSource[]): Lookup {
  const races = event?.races ?? []
  const used = new Set(races.flatMap((r) => [...r.roamingESIDs, ...r.splits.flatMap((s) => s.eventRoutes.map((x) => x.eventSourceId))]))
  const mine = sources.filter((s) => used.has(s.id))
  return {
    zone: event?.timezone ?? 'UTC',
    races,
    race: new Map(races.map((r) => [r.id, r])),
    split: new Map(races.flatMap((r) => r.splits.map((s) => [s.id, s] as const))),
    source: new Map(sources.map((s) => [s.id, s])),
    sources: (mine.length > 0 ? mine : sources).toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}

/** Whether a race is run in laps of one distance. */
export function repeats(race: Race | undefined): boolean {
  return Boolean(race && (race.isTimed || race.lpsDuration > 0))
}

/** "Aid 3", or "Lap 4" where laps count; "" where it stands at no split. */
export function splitWords(c: { raceId: number; splitId: number; split: string; loopId: number }, look: Lookup): string {
  const race = look.race.get(c.raceId)
  const split = look.split.get(c.splitId)
  if (!split) return c.split
  if (!repeats(race) || split.distance === 0) return split.name
  const ends = race!.splits.every((s) => s.distance <= split.distance)
  return ends ? `Lap ${c.loopId + 1}` : `${split.name} · ${c.loopId + 1}`
}
