import { describe, expect, it } from 'vitest'
import { nextShare } from './pace.ts'

const frames = (ms: number, n = 20) => Array<number>(n).fill(ms)

describe('how many pixels the next move of the map draws', () => {
  it('all of them where frames come in time', () => {
    expect(nextShare(1, frames(16.7))).toBe(1)
    expect(nextShare(1, frames(8.3))).toBe(1)
  })
  it('so many that a frame would have been in time', () => {
    const share = nextShare(1, frames(50))
    expect(50 * share * share).toBeCloseTo(16.7, 1)
    expect(nextShare(0.5, frames(33.4))).toBeLessThan(0.5)
  })
  it('never so few that the map cannot be read', () => {
    expect(nextShare(1, frames(900))).toBe(0.35)
    expect(nextShare(0.35, frames(50))).toBe(0.35)
  })
  it('a little more again when that is in time, until it is sharp', () => {
    let share = 0.4
    for (let move = 0; move < 12; move++) share = nextShare(share, frames(16.7))
    expect(share).toBe(1)
  })
  it('does not take one frame that was late, or a few frames, for a slow computer', () => {
    expect(nextShare(1, [...frames(16.7), 400, 250])).toBe(1)
    expect(nextShare(1, frames(80, 3))).toBe(1)
  })
})
