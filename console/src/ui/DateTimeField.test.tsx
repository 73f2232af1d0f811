import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DateTimeField } from './DateTimeField.tsx'
import { stepped, topOf } from './dateSteps.ts'

afterEach(cleanup)
// happy-dom tells of a changed selection while it is being changed, for ever
const collapse = Selection.prototype.collapse
let collapsing = false
beforeEach(() => {
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(function (this: Selection, ...place) {
    if (collapsing) return
    collapsing = true
    collapse.apply(this, place)
    collapsing = false
  })
})

const ZONE = 'America/Phoenix'
let now: number | null

function Field({ start, ...rest }: { start: number | null; hour12?: boolean; clearable?: boolean; zone?: string; isDisabled?: boolean; from?: number }) {
  const [value, setValue] = useState(start)
  useEffect(() => {
    now = value
  }, [value])
  return <DateTimeField label="Start" zone={ZONE} value={value} onChange={setValue} {...rest} />
}

function show(text: string | null, more: Partial<Parameters<typeof Field>[0]> = {}) {
  render(<Field start={text === null ? null : Date.parse(text)} {...more} />)
  return userEvent.setup()
}

const part = (name: string) => screen.getByRole('spinbutton', { name: new RegExp(`^${name}`) })
const at = () => (now === null ? null : new Date(now).toISOString())
const written = () => screen.getByRole('group', { name: 'Start' }).textContent.replace(/[\u2066-\u2069]/g, '')

describe('the parts', () => {
  it('stand in the order year to second, in the zone of the event, on a 24-hour clock', () => {
    show('2026-10-03T20:02:03.250Z')
    expect(written()).toBe('2026-10-03 13:02:03')
    expect(screen.getAllByRole('spinbutton')).toHaveLength(6)
    expect(screen.getByText('MST')).toBeTruthy()
  })
  it('have a half of the day on a 12-hour clock', () => {
    show('2026-10-03T20:02:03Z', { hour12: true })
    expect(screen.getAllByRole('spinbutton')).toHaveLength(7)
    expect(written()).toMatch(/^2026-10-03 01:02:03\spm$/)
  })
  it('fall back to UTC in a zone that nobody knows', () => {
    show('2026-10-03T20:02:03Z', { zone: 'Mars/Olympus' })
    expect(written()).toBe('2026-10-03 20:02:03')
  })
})

describe('typing', () => {
  it('moves on once another digit would exceed the bound (UI-12), and keeps the milliseconds', async () => {
    const user = show('2026-01-01T07:00:00.250Z')
    part('year').focus()
    await user.keyboard('202749768')
    expect(at()).toBe('2027-04-09T14:06:08.250Z')
  })
  it('takes two digits where there is room for them', async () => {
    const user = show('2026-01-01T07:00:00Z')
    part('month').focus()
    await user.keyboard('1231235959')
    expect(at()).toBe('2027-01-01T06:59:59.000Z')
  })
  it('fills an empty field, and only a whole one counts', async () => {
    const user = show(null)
    part('year').focus()
    await user.keyboard('2026100306')
    expect(now).toBeNull()
    await user.keyboard('0000')
    expect(at()).toBe('2026-10-03T13:00:00.000Z')
  })
  it('says of a half-filled field that it does not count', async () => {
    const user = show(null)
    part('year').focus()
    await user.keyboard('2026')
    await user.tab()
    expect(screen.queryByText(/Fill in every part/)).toBeNull()
    await user.click(document.body)
    expect(screen.getByText('Fill in every part, or empty the field.')).toBeTruthy()
  })
  it('takes a and p for the half of the day (UI-13), and arrows', async () => {
    const user = show('2026-10-03T20:02:03Z', { hour12: true })
    part('a.m./p.m.').focus()
    await user.keyboard('a')
    expect(at()).toBe('2026-10-03T08:02:03.000Z')
    part('a.m./p.m.').focus()
    await user.keyboard('P')
    expect(at()).toBe('2026-10-03T20:02:03.000Z')
    part('a.m./p.m.').focus()
    await user.keyboard('{ArrowDown}')
    expect(at()).toBe('2026-10-03T08:02:03.000Z')
  })
  it('of a year passes through the first centuries without moving the clock', async () => {
    const user = show('2026-10-03T20:02:03Z', { zone: 'Europe/Amsterdam' })
    part('year').focus()
    await user.keyboard('2031')
    expect(at()).toBe('2031-10-03T20:02:03.000Z')
  })
  it('does nothing while disabled', async () => {
    const user = show('2026-10-03T20:02:03Z', { isDisabled: true, clearable: true })
    part('year').focus()
    await user.keyboard('2031{ArrowUp}')
    expect(at()).toBe('2026-10-03T20:02:03.000Z')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('arrows (UI-11)', () => {
  it.each([
    ['minute', '{ArrowUp}', '2026-10-03T20:03:03.000Z'],
    ['minute', '{ArrowDown}', '2026-10-03T20:01:03.000Z'],
    ['minute', '{Shift>}{ArrowUp}{/Shift}', '2026-10-03T20:12:03.000Z'],
    ['second', '{Shift>}{ArrowDown}{/Shift}', '2026-10-03T20:02:53.000Z'],
    ['hour', '{Shift>}{ArrowUp}{/Shift}', '2026-10-04T06:02:03.000Z'],
    ['day', '{Shift>}{ArrowUp}{/Shift}', '2026-10-13T20:02:03.000Z'],
    ['year', '{ArrowUp}', '2027-10-03T20:02:03.000Z'],
    ['year', '{Shift>}{ArrowUp}{/Shift}', '2036-10-03T20:02:03.000Z'],
  ])('%s %s', async (name, keys, want) => {
    const user = show('2026-10-03T20:02:03Z')
    part(name).focus()
    await user.keyboard(keys)
    if (name === 'hour') expect(written()).toBe('2026-10-03 23:02:03')
    else expect(at()).toBe(want)
  })
  it('end at the year 3000 (UI-10)', async () => {
    const user = show('2999-12-31T20:00:00Z')
    part('year').focus()
    await user.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowUp}{/Shift}')
    expect(at()).toBe('3000-12-31T20:00:00.000Z')
    expect(part('year').getAttribute('aria-valuemax')).toBe('3000')
  })
  it('begin an empty field where they are told', async () => {
    const user = show(null, { from: Date.parse('2026-10-03T13:00:00Z') })
    for (const name of ['year', 'month', 'day', 'hour', 'minute', 'second']) {
      part(name).focus()
      await user.keyboard('{ArrowUp}')
    }
    expect(at()).toBe('2026-10-03T13:00:00.000Z')
  })
})

it('is emptied by its button', async () => {
  const user = show('2026-10-03T20:02:03Z', { clearable: true })
  await user.click(screen.getByRole('button', { name: 'Empty the field' }))
  expect(now).toBeNull()
  expect(written()).toBe('yyyy-mm-dd ––:––:––')
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([
  ['minute', 55, 10, 0, 59, 5],
  ['minute', 3, -10, 0, 59, 53],
  ['hour', 12, 1, 1, 12, 1],
  ['day', 1, -1, 1, 31, 31],
  ['month', 12, 10, 1, 12, 10],
  ['year', 2995, 10, 1, 3000, 3000],
  ['year', 4, -10, 1, 3000, 1],
])('steps %s %i by %i', (name, value, by, min, max, want) => expect(stepped(name, value, by, min, max)).toBe(want))

it('knows the bounds', () => expect(['year', 'month', 'day', 'hour', 'minute', 'second', 'dayPeriod'].map((p) => topOf(p, p === 'hour' ? 23 : 9999))).toEqual([3000, 12, 31, 23, 59, 59, 9999]))
