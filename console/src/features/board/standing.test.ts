import { expect, it } from 'vitest'
import type { Board, Due, SplitBoard } from '../../api/types.ts'
import { boardNow, latePeople, newlyLate, until } from './standing.ts'

const gun = Date.UTC(2026, 9, 3, 13)
const at = (minutes: number) => new Date(gun + minutes * 60_000).toISOString()
const due = (id: number, latest: number, started = true): Due =>
  ({ participantId: id, bib: String(id), name: `Ana Ito ${id}`, started, expectedAt: at(latest - 10), latestAt: at(latest) }) as Due
const split = (more: Partial<SplitBoard>): SplitBoard => ({ splitId: 1, split: 'Aid', overdue: [], expected: [], overdueCount: 0, expectedCount: 0, ...more }) as SplitBoard
const board = { at: at(60), races: [{ raceId: 1, race: '50K', overdue: 1, splits: [split({ overdue: [due(1, 50)], overdueCount: 1, expected: [due(2, 70), due(3, 90), due(4, 65, false)], expectedCount: 3 })] }] } as unknown as Board

it('makes people overdue as time passes, without being told', () => {
  const [then] = boardNow(board, gun + 60 * 60_000)
  expect([then!.overdue, then!.splits[0]!.overdueCount, then!.splits[0]!.expectedCount]).toEqual([1, 1, 3])
  const [later] = boardNow(board, gun + 75 * 60_000)
  expect([later!.overdue, later!.splits[0]!.overdueCount, later!.splits[0]!.expectedCount]).toEqual([2, 3, 1])
  expect(later!.splits[0]!.overdue.map((d) => d.bib)).toEqual(['1', '4', '2'])
})

it('lists those on the course, the longest overdue first, and not whoever never started', () => {
  const late = latePeople(boardNow(board, gun + 75 * 60_000), gun + 75 * 60_000)
  expect(late.map((l) => [l.due.bib, l.by / 60_000])).toEqual([['1', 25], ['2', 5]])
})

it('says who is newly overdue, once, and nothing when the board opens', () => {
  const late = latePeople(boardNow(board, gun + 75 * 60_000), gun + 75 * 60_000)
  expect(newlyLate(null, late)).toBe('')
  expect(newlyLate(new Set([1]), late)).toBe('Overdue: #2 Ana Ito 2 at Aid')
  expect(newlyLate(new Set([1, 2]), late)).toBe('')
})

it('counts down and up', () => {
  expect(until(at(61), gun + 60 * 60_000)).toBe('in 1:00')
  expect(until(at(0), gun + 3_661_000)).toBe('1:01:01 ago')
  expect(until(null, gun)).toBe('-')
})
