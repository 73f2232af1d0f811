// The splits table of one performance: elapsed, the stretch since the time before, and its pace. Pure arithmetic on what the server sent.

import type { Race, SplitTime } from '../../api/types.ts'
import { repeats } from './standing.ts'

export interface SplitLine extends SplitTime {
  /** "Lap 3" where laps count, else the split's name. */
  title: string
  /** Lies inside a lap, whose own line follows. */
  inner: boolean
  /** Since the time before, null at the start. In a race of laps a lap's line gives the whole lap. */
  segmentMs: number | null
  segmentMetres: number | null
}

/** The lines in the order in which they were run. */
export function splitLines(splits: readonly SplitTime[], race: Race | undefined): SplitLine[] {
  const laps = repeats(race)
  const lapSplit = laps ? farthest(race!) : 0
  let before: SplitTime | undefined
  let lapBefore: SplitTime | undefined
  return splits.map((s) => {
    const endsLap = laps && s.splitId === lapSplit && s.distance > 0
    const from = endsLap ? (lapBefore ?? splits.find((x) => x.distance === 0)) : before
    const line: SplitLine = {
      ...s,
      title: endsLap ? `Lap ${s.lap + 1}` : s.name,
      inner: laps && !endsLap && s.distance > 0,
      segmentMs: from ? s.elapsedMs - from.elapsedMs : s.distance > 0 ? s.elapsedMs : null,
      segmentMetres: from ? s.distance - from.distance : s.distance > 0 ? s.distance : null,
    }
    before = s
    if (endsLap) lapBefore = s
    return line
  })
}

function farthest(race: Race): number {
  return race.splits.reduce((best, s) => (s.distance >= best.distance ? s : best), race.splits[0] ?? { id: 0, distance: 0 }).id
}
