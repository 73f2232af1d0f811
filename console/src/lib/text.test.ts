import { describe, expect, it } from 'vitest'
import { age, clock, clockMs, dateTime, days, duration, durationMs, learnServerTime, onServer, serverNow, shortDateTime, zoneName } from './time.ts'
import { count, distance, pace, plural, shortBib } from './units.ts'

const ZONE = 'America/Phoenix'
const AT = '2026-10-03T13:02:03.004Z'

describe('instants, in the zone of the event', () => {
  it('write clocks, dates and both', () => {
    expect(clock(AT, ZONE)).toBe('06:02:03')
    expect(clockMs(AT, ZONE)).toBe('06:02:03.004')
    expect(dateTime(AT, ZONE)).toBe('10/03/2026 06:02:03')
    expect(shortDateTime(AT, ZONE)).toBe('10/3/26, 6:02 AM')
    expect(zoneName(AT, ZONE)).toBe('MST')
  })
  it('write midnight as 00', () => expect(clock('2026-10-03T07:00:00.000Z', ZONE)).toBe('00:00:00'))
  it('say what is missing or no date', () => {
    expect([clock(null, ZONE), clockMs('', ZONE)]).toEqual(['-', '-'])
    expect([dateTime(null, ZONE), dateTime('soon', ZONE)]).toEqual(['Not a date', 'Not a date'])
  })
  it('fall back to UTC for a zone that the browser does not know', () => expect(clock(AT, 'Mars/Olympus')).toBe('13:02:03'))
  it('write spans of days', () => {
    expect(days(AT, null, ZONE)).toBe('Oct 3')
    expect(days(AT, '2026-10-04T20:00:00Z', ZONE)).toMatch(/^Oct 3\s?–\s?4$/)
    expect(days(null, AT, ZONE)).toBe('')
  })
  it('say how old something is', () => {
    const now = Date.parse(AT)
    expect([0, 9_999, 10_000, 60_000, 3_600_000, 26 * 3_600_000, 50 * 3_600_000].map((d) => age(now - d, now))).toEqual(['just now', 'just now', '10 s ago', '1 min ago', '1 h ago', '26 h ago', '2 days ago'])
  })
})

describe('durations', () => {
  it.each([
    [0, '0:00:00', '0:00:00.000'],
    [3_599_999, '0:59:59', '0:59:59.999'],
    [100 * 3_600_000 + 61_001, '100:01:01', '100:01:01.001'],
    [-1_500, '-0:00:01', '-0:00:01.500'],
    [null, '-', '-'],
    [Number.NaN, '-', '-'],
  ])('%j is %s', (d, short, long) => {
    expect(duration(d)).toBe(short)
    expect(durationMs(d)).toBe(long)
  })
})

describe('distances, paces, numbers', () => {
  it('convert', () => {
    expect(distance(42_195, false)).toBe('42.2')
    expect(distance(42_195, true, 2)).toBe('26.22')
    expect([distance(null, true), distance(Number.NaN, true)]).toEqual(['-', '-'])
    expect(pace(10_000, 3_000_000, false)).toBe('5:00')
    expect(pace(1609.344, 420_000, true)).toBe('7:00')
    expect([pace(0, 1, false), pace(1, 0, false)]).toEqual(['-', '-'])
  })
  it('count', () => {
    expect([count(1204), plural(1, 'race', 'races'), plural(0, 'race', 'races')]).toEqual(['1,204', '1 race', '0 races'])
  })
  it.each([['0042', '42'], ['000', '0'], ['', '-'], [' 7 ', '7'], ['A12', 'A12']])('bib %j is shown as %s', (bib, want) => expect(shortBib(bib)).toBe(want))
})

it('tells the time by the clock of the server, once that was heard', () => {
  const far = Date.now() + 3_600_000
  learnServerTime(far)
  expect(Math.abs(serverNow() - far)).toBeLessThan(50)
  const before = onServer(0)
  learnServerTime(serverNow() - 900) // a ping, cut to whole seconds
  learnServerTime(Number.NaN)
  expect(onServer(0)).toBe(before)
  learnServerTime(Date.now())
  expect(Math.abs(onServer(0))).toBeLessThan(50)
})
