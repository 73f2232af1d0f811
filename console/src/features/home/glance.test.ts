import { expect, it, vi } from 'vitest'
import type { Participant, Race } from '../../api/types.ts'
import { activePeople, fate, genderSlices, raceLines, raceTime, statusSlices } from './glance.ts'

const NOW = Date.parse('2026-10-03T18:00:00.000Z')
const person = (p: Partial<Participant>) => ({ id: 1, raceId: 1, gender: 'F', status: 0, st: null, ft: null, lastSeenAt: null, ...p }) as Participant
const at = (minutes: number, ms = 0) => new Date(NOW - minutes * 60_000 + ms).toISOString()

it.each([
  [0, null, null, 'dns'],
  [0, 'x', null, 'current'],
  [0, 'x', 'x', 'finished'],
  [11, 'x', null, 'finished'],
  [1, 'x', null, 'dns'],
  [2, 'x', null, 'dnf'],
  [3, 'x', 'x', 'other'],
  [4, 'x', 'x', 'other'],
  [9, null, null, 'other'],
  [77, null, null, 'other'],
] as const)('status %i with start %s and finish %s is %s', (status, st, ft, want) => {
  expect(fate({ status, st, ft })).toBe(want)
})

it('sorts the status chart by count and keeps all five', () => {
  const slices = statusSlices([person({ status: 2 }), person({ status: 2 }), person({ st: 'x' })])
  expect(slices.map((s) => [s.label, s.value])).toEqual([['Did Not Finish', 2], ['Current', 1], ['Finished', 0], ['Did Not Start', 0], ['Other', 0]])
})

it('counts genders: none is left out, others are counted, and one nobody knows is logged once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const people = [person({ gender: 'm' }), person({}), person({}), person({ gender: '' }), person({ gender: 'X' })]
  expect(genderSlices(people).map((s) => [s.label, s.value])).toEqual([['Male', 1], ['Female', 2], ['Other', 1]])
  expect(warn).not.toHaveBeenCalled()
  genderSlices([...people, person({ gender: '7' })])
  genderSlices([...people, person({ gender: '7' })])
  expect(warn).toHaveBeenCalledTimes(1)
  expect(genderSlices(people.slice(0, 3))).toHaveLength(2)
})

it('finds the active: within 30 minutes to the millisecond, newest first', () => {
  const people = [person({ id: 1, lastSeenAt: at(30) }), person({ id: 2, lastSeenAt: at(30, -1) }), person({ id: 3, lastSeenAt: at(2) }), person({ id: 4 })]
  expect(activePeople(people, NOW).map((p) => p.id)).toEqual([3, 1])
})

it('takes the newest crossing for the time of the race when it is ahead of the wall', () => {
  expect(raceTime([], NOW)).toBe(NOW)
  expect(raceTime([person({ lastSeenAt: at(5) })], NOW)).toBe(NOW)
  expect(raceTime([person({ lastSeenAt: at(-90) }), person({ lastSeenAt: at(5) })], NOW)).toBe(NOW + 90 * 60_000)
})

it('counts each race and ignores people in none', () => {
  const lines = raceLines([{ id: 1 }, { id: 2 }] as Race[], [person({ st: 'x', lastSeenAt: at(9) }), person({ st: 'x', ft: 'x', lastSeenAt: at(3) }), person({ raceId: 0 })])
  expect(lines.map((l) => [l.people, l.counts.current, l.counts.finished, l.lastSeen])).toEqual([[2, 1, 1, at(3)], [0, 0, 0, null]])
})
