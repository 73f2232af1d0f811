import { expect, it } from 'vitest'
import type { Race, RaceEvent } from '../../api/types.ts'
import { changedElsewhere, changedFields, type Draft, setField, shownFields } from '../../lib/draft.ts'
import { bodyOf, type EventFields, fieldsOf, NEW_EVENT, shirtsOf, slugYear, tabOf, wrongSize } from './eventFields.ts'

const event = {
  name: 'Granite Ridge', slug: 'granite_ridge-2026', timezone: 'America/Phoenix', isPublic: true, theme: '', posIngressType: '', posIngressOpts: {},
  shirtCutoff: null, shirtCounts: { unisex: true, sizes: { m: 40, xxl: 3 } }, races: [] as Race[],
} as unknown as RaceEvent

it('saves only what was touched, sizes one by one', () => {
  const now = fieldsOf(event)
  let draft: Draft<EventFields> = {}
  draft = setField(draft, now, 'size.m', 45)
  draft = setField(draft, now, 'wsizedown', true)
  draft = setField(draft, now, 'shirtCutoff', '2026-09-01T07:00:00.000Z')
  expect(bodyOf(changedFields(draft, now))).toEqual({ shirtCutoff: '2026-09-01T07:00:00.000Z', shirtCounts: { wsizedown: true, sizes: { m: 45 } } })
  expect(bodyOf(changedFields({}, now))).toEqual({})
})

it('loses no size that somebody else counts meanwhile', () => {
  const now = fieldsOf(event)
  const draft = setField({} as Draft<EventFields>, now, 'size.m', 45)
  const later = fieldsOf({ ...event, shirtCounts: { unisex: true, sizes: { m: 41, xxl: 3, xs: 7 } } })
  expect(shownFields(draft, later)).toMatchObject({ 'size.m': 45, 'size.xs': 7, 'size.xxl': 3 })
  expect(changedElsewhere(draft, later)).toEqual({ 'size.m': 41 })
  expect(bodyOf(changedFields(draft, later))).toEqual({ shirtCounts: { sizes: { m: 45 } } })
})

it('keeps the settings of the outside feed together', () => {
  const now = fieldsOf({ ...event, posIngressType: 'raceresult', posIngressOpts: { url: 'https://lists.example/1', pollfreq: 60 } })
  expect([now.feedUrl, now.feedPoll, fieldsOf(event).feedPoll]).toEqual(['https://lists.example/1', 60, 300])
  const draft = setField(setField({} as Draft<EventFields>, now, 'feedUrl', 'https://lists.example/2'), now, 'feedPoll', 30)
  expect(bodyOf(changedFields(draft, now))).toEqual({ posIngressOpts: { url: 'https://lists.example/2', pollfreq: 30 } })
  expect(bodyOf({ feedPoll: Number.NaN })).toEqual({ posIngressOpts: { pollfreq: -1 } })
})

it('finds the tab of a refused field', () => {
  expect(['name', 'slug', 'logo', 'shirtCutoff', 'shirtCounts.sizes.xl', 'timezone', 'theme', 'races[0].name'].map(tabOf)).toEqual(['', '', '', 'shirts', 'shirts', 'options', 'options', undefined])
})

it('takes the year of the first start where the event is, else this year', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(slugYear(undefined, now)).toBe(2026)
  const races = [{ startTime: '2028-05-01T00:00:00.000Z' }, { startTime: '2028-01-01T03:00:00.000Z' }, { startTime: null }] as Race[]
  expect(slugYear({ timezone: 'America/Phoenix', races }, now)).toBe(2027)
})

it('takes a size away that is counted down to none, and names one that is no number', () => {
  const now = fieldsOf(event)
  const none = setField({} as Draft<EventFields>, now, 'size.xxl', 0)
  expect(bodyOf(changedFields(none, now))).toEqual({ shirtCounts: { sizes: { xxl: null } } })
  expect(setField({} as Draft<EventFields>, now, 'size.yl', 0)).toEqual({})
  const wrong = setField(none, now, 'size.wm', Number.NaN)
  expect([wrongSize(changedFields(none, now)), wrongSize(changedFields(wrong, now))]).toEqual(['', 'shirtCounts.sizes.wm'])
  expect(['-3', '1.5'].map((n) => wrongSize({ 'size.s': Number(n) }))).toEqual(['shirtCounts.sizes.s', 'shirtCounts.sizes.s'])
  expect(shirtsOf(now)).toMatchObject({ unisex: true, sizes: { m: 40, xxl: 3, yl: 0 } })
})

it('begins in the first zone of the list', () => {
  expect(NEW_EVENT.timezone).toBe('America/Phoenix')
})
