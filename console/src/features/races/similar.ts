/** Splits that stand at the same place in other races, and the sources that they have there. Pure. */

import type { RaceEvent } from '../../api/types.ts'
import type { RaceView, RouteView } from './view.ts'

/** Splits no further apart than this count as one place, in metres (SPLIT-11). */
export const SAME_PLACE = 100

/** A split without sources, and what splits at its place have. */
export interface Offer { key: string; split: string; from: string; routes: readonly Pick<RouteView, 'sourceId' | 'backup' | 'deltaMs'>[] }

/** What the splits of a race could take over from the other races. A source is left out where the race has it at that very distance. */
export function offers(event: RaceEvent | null, raceId: number | null, view: RaceView): Offer[] {
  const taken = new Set(view.splits.flatMap((s) => s.routes.map((r) => `${s.distance}|${r.sourceId}`)))
  return view.splits.flatMap((split) => {
    if (split.routes.length > 0 || !Number.isFinite(split.distance)) return []
    const from = new Set<string>()
    const routes = new Map<number, Offer['routes'][number]>()
    for (const race of event?.races ?? []) {
      if (race.id === raceId) continue
      for (const s of race.splits) {
        if (Math.abs(s.distance - split.distance) > SAME_PLACE) continue
        for (const r of s.eventRoutes) {
          const place = `${split.distance}|${r.eventSourceId}`
          if (routes.has(r.eventSourceId) || taken.has(place)) continue
          taken.add(place)
          from.add(`${race.name} ${s.name}`)
          routes.set(r.eventSourceId, { sourceId: r.eventSourceId, backup: r.backup, deltaMs: r.deltaMs })
        }
      }
    }
    return routes.size > 0 ? [{ key: split.key, split: split.name, from: [...from].join(', '), routes: [...routes.values()] }] : []
  })
}
