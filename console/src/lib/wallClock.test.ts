import { expect, it } from 'vitest'
import { parseWall, wallText } from './wallClock.ts'

const ZONE = 'America/Phoenix'
const NEAR = Date.UTC(2026, 9, 3, 13, 2, 3, 250)
const read = (text: string) => {
  const at = parseWall(text, ZONE, NEAR)
  return at === null ? null : new Date(at).toISOString()
}

it('writes an instant in the zone, and reads it back', () => {
  expect(wallText(NEAR, ZONE)).toBe('2026-10-03 06:02:03.250')
  expect(parseWall(wallText(NEAR, ZONE), ZONE, 0)).toBe(NEAR)
  expect(wallText(null, ZONE)).toBe('')
})

it('takes what may be left out from the day and from nothing', () => {
  expect(read('06:05')).toBe('2026-10-03T13:05:00.000Z')
  expect(read('6:05:07.5')).toBe('2026-10-03T13:05:07.500Z')
  expect(read('060507')).toBe('2026-10-03T13:05:07.000Z')
  expect(read('10/04/2026 01:00:00')).toBe('2026-10-04T08:00:00.000Z')
})

it('refuses what is no time', () => {
  for (const text of ['', 'soon', '25:00', '06:61', '2026-13-03 06:00', '2026-02-30 06:00:00', '06:00 tomorrow now']) expect(read(text), text).toBeNull()
})
