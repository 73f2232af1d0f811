import { describe, expect, it } from 'vitest'
import { ServerClock } from './serverClock.ts'

const T = 1_790_000_000_000

describe('the clock of the server', () => {
  it('is this computer\'s until it was measured', () => {
    const clock = new ServerClock()
    expect(clock.at(T)).toBe(T)
    expect(clock.ahead(T)).toBeNull()
  })

  it('is what it said, half way between question and answer', () => {
    const clock = new ServerClock()
    clock.measured(T, T + 80, T + 5_040)
    expect(clock.at(T + 1_000)).toBe(T + 6_000)
    expect(clock.ahead(T + 1_000)).toBe(5_000)
    expect(clock.sureness).toBe(40)
  })

  it('keeps the measurement with the shorter way, until it is old', () => {
    const clock = new ServerClock()
    clock.measured(T, T + 20, T + 5_010)
    clock.measured(T + 3_000, T + 3_600, T + 8_550) // slow on its way back: 250 ms off, and no better known
    expect(clock.ahead(T + 4_000)).toBe(5_000)
    clock.measured(T + 63_000, T + 63_200, T + 68_150)
    expect(clock.ahead(T + 63_200)).toBe(5_050)
  })

  it('follows a clock that was set, whatever the way', () => {
    const clock = new ServerClock()
    clock.measured(T, T + 20, T + 10)
    clock.measured(T + 3_000, T + 3_100, T + 13_050)
    expect(clock.ahead(T + 3_100)).toBe(10_000)
  })

  it('does not mind whole seconds, and minds more', () => {
    const clock = new ServerClock()
    clock.measured(T, T + 20, T + 5_010)
    clock.heard(T + 3_900, T + 8_000)
    expect(clock.ahead(T + 4_000)).toBe(5_000)
    clock.heard(T + 6_900, T + 20_000)
    expect(clock.ahead(T + 6_900)).toBe(13_100)
  })

  it('follows a simulated day that runs twenty times as fast', () => {
    const clock = new ServerClock()
    for (let s = 0; s <= 12; s += 3) clock.measured(T + s * 1000, T + s * 1000 + 10, T + s * 20_000 + 100)
    expect(clock.at(T + 14_000) - T).toBeGreaterThan(279_000)
    expect(clock.at(T + 14_000) - T).toBeLessThan(281_000)
    for (let s = 15; s <= 24; s += 3) clock.measured(T + s * 1000, T + s * 1000 + 10, T + 300_000 + s * 1000)
    expect(clock.at(T + 30_000)).toBeCloseTo(T + 330_000, -2)
  })

  it('is not fooled by pings that were held up and came at once', () => {
    const clock = new ServerClock()
    clock.measured(T, T + 20, T + 10)
    for (const [at, said] of [[3_000, 3_000], [12_000, 6_000], [12_100, 9_000], [12_200, 12_000], [15_000, 15_000], [18_000, 18_000]]) clock.heard(T + at!, T + said!)
    expect(Math.abs(clock.ahead(T + 18_100)!)).toBeLessThan(1_500)
    expect(clock.at(T + 19_000) - clock.at(T + 18_000)).toBe(1_000)
  })
})
