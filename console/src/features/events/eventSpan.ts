import type { RaceEvent } from '../../api/types.ts'

/** From the first start (of a race or a wave) to the last cutoff, in milliseconds; null while no race has a start. */
export function eventSpan(event: RaceEvent): { from: number; to: number } | null {
  const starts = event.races.flatMap((r) => [r.startTime, ...r.waves.waves.map((w) => w.time)]).filter((t): t is string => t !== null)
  if (starts.length === 0) return null
  const from = Math.min(...starts.map((t) => Date.parse(t)))
  const ends = event.races.map((r) => r.cutoff).filter((t): t is string => t !== null)
  return { from, to: Math.max(from, ...ends.map((t) => Date.parse(t))) }
}
