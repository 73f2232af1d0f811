import { expect, it } from 'vitest'
import type { Crossing } from '../../api/types.ts'
import { advanced, passedBy, reelOf } from './player.ts'
import { validateReplaySearch } from './replaySearch.ts'

const T = Date.UTC(2026, 9, 3, 13)
const at = (id: number, s: number) => ({ id, timestamp: new Date(T + s * 1000).toISOString() }) as Crossing
const reel = reelOf([at(2, 20), at(1, 10), at(3, 20), { id: 4, timestamp: null } as Crossing], T, T + 60_000)

it('plays in the order of time, what has none left out', () => {
  expect(reel.crossings.map((c) => c.id)).toEqual([1, 2, 3])
  expect([0, 9.999, 10, 20, 60].map((s) => passedBy(reel, T + s * 1000))).toEqual([0, 0, 1, 3, 3])
})

it('goes as many times faster as it is told, and stops at the end', () => {
  expect(advanced(reel, T, 100, 60)).toBe(T + 6_000)
  expect(advanced(reel, T + 59_000, 100, 600)).toBe(T + 60_000)
})

it('takes from the address what makes sense', () => {
  expect(validateReplaySearch({ from: '2026-10-03T13:00:00Z', to: 'later', speed: 601 })).toEqual({ from: '2026-10-03T13:00:00Z' })
  expect(validateReplaySearch({ speed: '600' })).toEqual({ speed: 600 })
})
