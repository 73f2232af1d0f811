/** What the board says at a moment after it was asked: whoever's latest time passes meanwhile is overdue. Pure. */

import type { Board, Due, RaceBoard, SplitBoard } from '../../api/types.ts'
import { ms } from '../../lib/time.ts'

/** Somebody who should have come by. */
export interface Late {
  due: Due
  race: RaceBoard
  split: SplitBoard
  /** How long they have been overdue, in ms. */
  by: number
}

/** A split as it stands now. */
export interface SplitNow {
  split: SplitBoard
  overdue: Due[]
  expected: Due[]
  overdueCount: number
  expectedCount: number
}

export interface RaceNow {
  race: RaceBoard
  splits: SplitNow[]
  /** On course and overdue. */
  overdue: number
}

/** The board at `now`; of one race, or of all. */
export function boardNow(board: Board, now: number, race?: number): RaceNow[] {
  return board.races.filter((r) => race === undefined || r.raceId === race).map((r) => raceNow(r, now))
}

function raceNow(race: RaceBoard, now: number): RaceNow {
  let fresh = 0
  const splits = race.splits.map((split) => {
    const passed = split.expected.filter((d) => ms(d.latestAt) < now)
    fresh += passed.filter((d) => d.started).length
    return {
      split,
      overdue: [...split.overdue, ...passed].toSorted((a, b) => ms(a.latestAt) - ms(b.latestAt)),
      expected: passed.length === 0 ? split.expected : split.expected.filter((d) => ms(d.latestAt) >= now),
      overdueCount: split.overdueCount + passed.length,
      expectedCount: split.expectedCount - passed.length,
    }
  })
  return { race, splits, overdue: race.overdue + fresh }
}

/** Everybody on a course who is overdue, the longest first. Whoever was not seen at the start is not among them: they may not be there at all. */
export function latePeople(races: readonly RaceNow[], now: number): Late[] {
  return races
    .flatMap(({ race, splits }) => splits.flatMap(({ split, overdue }) => overdue.filter((d) => d.started).map((due) => ({ due, race, split, by: now - ms(due.latestAt) }))))
    .toSorted((a, b) => b.by - a.by)
}

/** What to say of people who are overdue and were not before; "" when there is nothing new. */
export function newlyLate(before: ReadonlySet<number> | null, late: readonly Late[]): string {
  if (before === null) return ''
  const fresh = late.filter((l) => !before.has(l.due.participantId))
  if (fresh.length === 0) return ''
  const names = fresh.slice(0, 3).map((l) => `#${l.due.bib} ${l.due.name} at ${l.split.split}`)
  return `Overdue: ${names.join(', ')}${fresh.length > 3 ? ` and ${fresh.length - 3} more` : ''}`
}

/** in 1:02:10, or 0:41:02 ago: from one moment to another, to the second, "now" in between. */
export function until(at: string | null, now: number): string {
  const left = ms(at) - now
  if (Number.isNaN(left)) return '-'
  const s = Math.round(Math.abs(left) / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const text = s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`
  return left >= 0 ? `in ${text}` : `${text} ago`
}
