import { expect, test } from 'vitest'
import type { LpsRace, Race } from '../api/types.ts'
import { concernsLps, people, remarks, roundOf } from './lpsWords.ts'

const person = (bib: number) => ({ participantId: bib, bib: String(bib), name: `Ana ${bib}`, laps: 2 })
const race = (over: Partial<LpsRace>): LpsRace => ({
  raceId: 1, race: 'Backyard', round: 3, bell: '2026-10-03T16:00:00.000Z', decidesAt: '2026-10-03T16:00:30.000Z', in: 3, completed: 1, wouldBe: [person(2), person(3)], due: [], unread: [], winner: null, ...over,
})

test('a round says its bell and who is in', () => {
  expect(roundOf(race({}), 'UTC')).toBe('Round 3, bell at 16:00:00: 3 in, 1 of them has completed it')
  expect(roundOf(race({ round: 0 }), 'UTC')).toBe('Starts at 16:00:00')
  expect(roundOf(race({ round: 0, bell: null }), 'UTC')).toBe('Has no start time')
  expect(roundOf(race({ bell: null }), 'UTC')).toBe('The cutoff has passed: no bell rings any more; 3 in')
})

test('a round that was not read comes before everything else', () => {
  expect(remarks(race({ unread: [{ round: 2, bell: null, people: [person(2)] }] }))).toEqual([
    'Nobody was read in round 2, so nobody is marked for it: 1 person waits for their laps',
    'Would be out: #2 Ana 2, #3 Ana 3',
  ])
  expect(remarks(race({ winner: person(1), wouldBe: [] }))).toEqual(['Finished: #1 Ana 1 with 2 laps'])
})

test('a monitor that runs can be stopped, whatever the races are', () => {
  const yard = { lpsDuration: 60 } as Race
  const other = { lpsDuration: 0 } as Race
  expect(concernsLps({ lpsMonitor: 'stopped', races: [other, yard] })).toBe(true)
  expect(concernsLps({ lpsMonitor: 'stopped', races: [other] })).toBe(false)
  expect(concernsLps({ lpsMonitor: 'running', races: [other] })).toBe(true)
  expect(concernsLps({ lpsMonitor: 'starting', races: [] })).toBe(true)
  expect(concernsLps(undefined)).toBe(false)
})

test('many are counted', () => {
  expect(people(Array.from({ length: 10 }, (_, i) => person(i + 1)))).toMatch(/, #8 Ana 8 and 2 more$/)
})
