// How a last-person-standing race reads in the status strip. Pure.

import type { LpsPerson, LpsRace, RaceEvent } from '../api/types.ts'
import { clock } from '../lib/time.ts'
import { plural } from '../lib/units.ts'

const FEW = 8

/** Whether there is a monitor to start, or one that still runs though no race needs it any more. */
export function concernsLps(event: Pick<RaceEvent, 'races' | 'lpsMonitor'> | undefined): boolean {
  return event !== undefined && (event.lpsMonitor !== 'stopped' || event.races.some((r) => r.lpsDuration > 0))
}

/** "#3 Cleo Ito, #4 Dov Ito and 2 more". */
export function people(list: readonly LpsPerson[]): string {
  const names = list.slice(0, FEW).map((p) => `#${p.bib} ${p.name}`)
  const more = list.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** The round that is being run and when it ends: "Round 3, bell at 14:00:00: 12 in, 5 of them have completed it". */
export function roundOf(race: LpsRace, zone: string): string {
  if (race.round === 0) return race.bell ? `Starts at ${clock(race.bell, zone)}` : 'Has no start time'
  if (!race.bell) return `The cutoff has passed: no bell rings any more; ${race.in} in`
  return `Round ${race.round}, bell at ${clock(race.bell, zone)}: ${race.in} in, ${race.completed} of them ${race.completed === 1 ? 'has' : 'have'} completed it`
}

/** What else has to be known of the race, the most urgent first. */
export function remarks(race: LpsRace): string[] {
  const out = race.unread.map((u) => `Nobody was read in round ${u.round}, so nobody is marked for it: ${plural(u.people.length, 'person waits', 'people wait')} for their laps`)
  if (race.winner) out.push(`Finished: ${people([race.winner])} with ${plural(race.winner.laps, 'lap', 'laps')}`)
  if (race.bell && race.wouldBe.length > 0) out.push(`Would be out: ${people(race.wouldBe)}`)
  return out
}
