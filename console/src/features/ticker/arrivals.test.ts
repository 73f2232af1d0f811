import { describe, expect, it } from 'vitest'
import type { Crossing } from '../../api/types.ts'
import { arrive, spoken, STAY_MS } from './arrivals.ts'

const crossing = (id: number, over: Partial<Crossing> = {}) =>
  ({ id, participantId: id, splitId: 1, loopId: 0, validCrossing: true, bib: `00${id}`, split: 'Finish', ...over }) as Crossing

describe('the ticker', () => {
  it('shows the newest on top and each for seven seconds', () => {
    const one = arrive([], [crossing(1), crossing(2)], 1_000)
    const two = arrive(one, [crossing(3)], 3_000)
    expect(two.map((a) => a.crossing.id)).toEqual([3, 2, 1])
    expect(arrive(two, [], 1_000 + STAY_MS - 1)).toBe(two)
    expect(arrive(two, [], 1_000 + STAY_MS).map((a) => a.crossing.id)).toEqual([3])
  })
  it('never has two of one key, however late a list is worked out', () => {
    const frames = Array.from({ length: 20 }, (_, i) => [crossing(i % 6), crossing((i * 5) % 7, { splitId: i % 2 }), crossing(100 + i, { participantId: 0 })])
    let list = arrive([], [], 0)
    frames.forEach((fresh, i) => {
      list = arrive(list, fresh, i * 200)
      expect(new Set(list.map((a) => a.key)).size).toBe(list.length)
    })
    expect(list.length).toBeGreaterThan(20)
  })
  it('shows an unknown tag under the id it has now, and somebody known on', () => {
    const one = arrive([], [crossing(1), crossing(7, { participantId: 0 })], 0)
    const two = arrive(one, [crossing(5), crossing(9, { participantId: 0 }), crossing(8, { participantId: 1, id: 8 })], 10, new Set([1, 7]))
    expect(two.map((a) => a.crossing.id)).toEqual([9, 5, 1])
  })
  it('shows somebody at one place on one lap once', () => {
    const one = arrive([], [crossing(1)], 0)
    expect(arrive(one, [crossing(1), crossing(9, { participantId: 1 })], 10)).toBe(one)
    expect(arrive(one, [crossing(9, { participantId: 1, loopId: 1 })], 10)).toHaveLength(2)
  })
  it('shows every unknown tag, and no invalid crossing of somebody known', () => {
    const fresh = [crossing(1, { participantId: 0, validCrossing: false }), crossing(2, { participantId: 0 }), crossing(3, { validCrossing: false })]
    expect(arrive([], fresh, 0).map((a) => a.crossing.id)).toEqual([2, 1])
  })
  it('says one sentence however many came', () => {
    const bib = (c: Crossing) => c.bib.replace(/^0+/, '')
    expect(spoken([crossing(1), crossing(2)], bib)).toBe('Bib 2 at Finish, and 1 before')
    expect(spoken([crossing(1, { bib: '', split: '' })], bib)).toBe('Unknown tag')
    expect(spoken([], bib)).toBe('')
  })
})
