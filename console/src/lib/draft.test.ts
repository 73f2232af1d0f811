import { expect, it } from 'vitest'
import { changedElsewhere, changedFields, type Draft, setField, settled, shownFields, takeTheirs } from './draft.ts'

interface Form { name: string; slug: string; public: boolean; cutoff: string | null }
const now: Form = { name: 'Granite', slug: 'granite-2026', public: false, cutoff: null }
const none: Draft<Form> = {}

it('shows touched fields over what is true now, and saves only them', () => {
  const draft = setField(none, now, 'name', 'Granite Ridge')
  expect(shownFields(draft, now)).toEqual({ ...now, name: 'Granite Ridge' })
  expect(changedFields(draft, now)).toEqual({ name: 'Granite Ridge' })
  expect([changedFields(none, now), Object.keys(changedFields(draft, now)).length > 0]).toEqual([{}, true])
})

it('is untouched again when a field is set back', () => {
  const draft = setField(setField(none, now, 'cutoff', '2026-10-03T00:00:00.000Z'), now, 'cutoff', null)
  expect(draft).toEqual({})
})

it('follows others where nobody typed, and keeps what was typed', () => {
  const draft = setField(none, now, 'name', 'Granite Ridge')
  const later = { ...now, slug: 'other-2026', public: true }
  expect(shownFields(draft, later)).toEqual({ ...later, name: 'Granite Ridge' })
  expect(changedElsewhere(draft, later)).toEqual({})
  expect(changedFields(draft, later)).toEqual({ name: 'Granite Ridge' })
})

it('offers what a touched field became elsewhere, which can be taken', () => {
  const draft = setField(none, now, 'name', 'Mine')
  const later = { ...now, name: 'Theirs' }
  expect(changedElsewhere(draft, later)).toEqual({ name: 'Theirs' })
  expect(changedFields(draft, later)).toEqual({ name: 'Mine' })
  const taken = takeTheirs(draft, 'name')
  expect([shownFields(taken, later).name, changedFields(taken, later)]).toEqual(['Theirs', {}])
})

it('has nothing to save or to offer when both came to the same', () => {
  const draft = setField(none, now, 'name', 'Same')
  const later = { ...now, name: 'Same' }
  expect([changedElsewhere(draft, later), changedFields(draft, later)]).toEqual([{}, {}])
})

it('goes on offering while the typing goes on', () => {
  const first = setField(none, now, 'name', 'M')
  const later = { ...now, name: 'Theirs' }
  expect(changedElsewhere(setField(first, later, 'name', 'Mi'), later)).toEqual({ name: 'Theirs' })
})

it('keeps what was written while a save was on its way', () => {
  const sent = setField(setField(none, now, 'name', 'Sent'), now, 'public', true)
  const typed = setField(setField(sent, now, 'name', 'Sent and more'), now, 'slug', 'more-2026')
  const rest = settled(typed, changedFields(sent, now))
  const saved = { ...now, name: 'Sent', public: true }
  expect(shownFields(rest, saved)).toEqual({ ...saved, name: 'Sent and more', slug: 'more-2026' })
  expect(changedFields(rest, saved)).toEqual({ name: 'Sent and more', slug: 'more-2026' })
  expect(changedElsewhere(rest, saved)).toEqual({})
})
