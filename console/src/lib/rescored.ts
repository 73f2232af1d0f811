import { count } from './units.ts'

/** How many people's results a save changed, as its answer says; absent when nobody's did. */
export interface Rescored { people?: number; places?: number; times?: number; statuses?: number }

/** "Scored again: 12 times, 40 places changed." "" when nothing changed. */
export function rescoredWords(r: Rescored | null | undefined): string {
  const parts = [
    [r?.times ?? 0, 'time', 'times'],
    [r?.places ?? 0, 'place', 'places'],
    [r?.statuses ?? 0, 'status', 'statuses'],
  ] as const
  const said = parts.filter(([n]) => n > 0).map(([n, one, many]) => `${count(n)} ${n === 1 ? one : many}`)
  return said.length === 0 ? '' : `Scored again: ${said.join(', ')} changed.`
}
