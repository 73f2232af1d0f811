import { expect, it } from 'vitest'
import { typedTime } from './wall.ts'

const ZONE = 'America/Phoenix' // UTC-7, all year
const near = Date.parse('2026-10-03T20:00:00.000Z') // 13:00 there
const at = (text: string, past = true, zone = ZONE, to = near) => {
  const t = typedTime(text, zone, to, past)
  return t === null ? null : new Date(t).toISOString()
}

it.each([
  ['12:59:58', '2026-10-03T19:59:58.000Z'],
  ['12:59:58.25', '2026-10-03T19:59:58.250Z'],
  ['12:59:58,7', '2026-10-03T19:59:58.700Z'],
  ['125958', '2026-10-03T19:59:58.000Z'],
  ['90422', '2026-10-03T16:04:22.000Z'],
  ['12:59', '2026-10-03T19:59:00.000Z'],
  [' 12.59.58 ', '2026-10-03T19:59:58.000Z'],
  ['13:00:30', '2026-10-03T20:00:30.000Z'], // half a minute ahead: somebody's watch
  ['23:10:00', '2026-10-03T06:10:00.000Z'], // last night
])('%s is %s', (text, want) => expect(at(text)).toBe(want))

it.each(['', '24:00:00', '12:60', '12:59:60', 'noon', '1259', '-1:00', '12:59:58.1234'])('"%s" is no time', (text) => expect(at(text)).toBeNull())

it('takes the nearest day when an entry is changed, over midnight too', () => {
  const midnight = Date.parse('2026-10-04T07:00:01.000Z')
  expect(at('23:59:59', false, ZONE, midnight)).toBe('2026-10-04T06:59:59.000Z')
  expect(at('00:00:05', false, ZONE, Date.parse('2026-10-04T06:59:58.000Z'))).toBe('2026-10-04T07:00:05.000Z')
})

it('knows a night that is an hour longer', () => {
  const berlin = Date.parse('2026-10-25T03:00:00.000Z') // 04:00 after the change
  expect(at('01:30:00', true, 'Europe/Berlin', berlin)).toBe('2026-10-24T23:30:00.000Z')
  expect(at('03:30:00', true, 'Europe/Berlin', berlin)).toBe('2026-10-25T02:30:00.000Z')
})
