import { describe, expect, it } from 'vitest'
import type { Crossing } from '../../api/types.ts'
import { arrive, spoken, STAY_MS } from './arrivals.ts'

const crossing = (id: number, over: Partial<Crossing> = {}) => ({ id, bib: `00${id}`, split: 'Finish', ...over }) as Crossing

describe('the ticker', () => {
  it('shows the newest on top and each for seven seconds', () => {
    const one = arrive([], [crossing(1), crossing(2)], 1_000, 1)
    const two = arrive(one, [crossing(3)], 3_000, 3)
    expect(two.map((a) => a.crossing.id)).toEqual([3, 2, 1])
    expect(arrive(two, [], 1_000 + STAY_MS - 1, 4)).toBe(two)
    expect(arrive(two, [], 1_000 + STAY_MS, 4).map((a) => a.crossing.id)).toEqual([3])
    expect(new Set(two.map((a) => a.key)).size).toBe(3)
  })
  it('shows a crossing that comes again once', () => {
    expect(arrive(arrive([], [crossing(1)], 0, 1), [crossing(1)], 10, 2)).toHaveLength(1)
  })
  it('says one sentence however many came', () => {
    const bib = (c: Crossing) => c.bib.replace(/^0+/, '')
    expect(spoken([crossing(1), crossing(2)], bib)).toBe('Bib 2 at Finish, and 1 before')
    expect(spoken([crossing(1, { bib: '', split: '' })], bib)).toBe('Unknown tag')
    expect(spoken([], bib)).toBe('')
  })
})
