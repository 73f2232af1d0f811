import { expect, it } from 'vitest'
import { bodyOf, chipsOf, fieldOf, NOBODY, tabOf, unsavedWords, waveIn } from './personFields.ts'
import { tabIn, TABS } from './tabNames.ts'
import { renamed, withoutNamed } from '../../lib/named.ts'
import { currentView, withView } from './views.ts'

it('sends only what changed, as the API names it', () => {
  expect(bodyOf({ firstName: ' Ana ', notes: 'two\nlines ' })).toEqual({ firstName: 'Ana', notes: 'two\nlines ' })
  expect(bodyOf({ chips: 'A1, b2;C3  ' })).toEqual({ chips: ['A1', 'b2', 'C3'] })
  expect(bodyOf({ expectsShirt: '' })).toEqual({ expectsShirt: null })
  expect(bodyOf({ ownStartAt: 0 })).toEqual({ waveStartTime: { timestamp: '1970-01-01T00:00:00.000Z' } })
  expect(bodyOf({ ownStart: false })).toEqual({ waveStartTime: { arbitrary: false } })
  expect(bodyOf({ ownStart: true, ownStartAt: null })).toEqual({ waveStartTime: { arbitrary: true, timestamp: null } })
  expect(chipsOf('')).toEqual([])
})

it('finds the field and the tab of a refusal', () => {
  expect(fieldOf('waveStartTime.timestamp')).toBe('ownStartAt')
  expect(fieldOf('chips[2]')).toBe('chips')
  expect(fieldOf('participantIds')).toBeUndefined()
  expect((Object.keys(NOBODY) as (keyof typeof NOBODY)[]).map(tabOf).filter((t) => t === 'details')).toHaveLength(9)
  expect(tabOf('ownStartAt')).toBe('wave')
  expect(unsavedWords({ ownStart: true, ownStartAt: 1, teamName: 'x' })).toBe('own start, team')
})

it('knows the tab of an address', () => {
  expect(tabIn('/5/participants/12')).toBe('')
  expect(tabIn('/5/participants/12/contact')).toBe('contact')
  expect(tabIn('/5/participants/12/nonsense')).toBe('')
  expect(TABS.map((t) => t.name)).toEqual(['pd-performance', 'pd-details', 'pd-contact', 'pd-wave', 'pd-addons', 'pd-livestream', 'pd-history'])
})

it('takes people out of a wave that their new race does not have', () => {
  const race = { waves: { waves: [{ id: 2 }] } } as never
  expect(waveIn(race, 2)).toBe(2)
  expect(waveIn(race, 3)).toBe(0)
  expect(waveIn(undefined, 2)).toBe(0)
})

it('keeps views under their names', () => {
  const one = withView([], ' Women ', { gender: 'F', sort: 'last' })
  expect(one).toEqual([{ name: 'Women', search: { gender: 'F', sort: 'last' } }])
  expect(withView(one, 'women', { gender: 'M' })).toEqual([{ name: 'women', search: { gender: 'M' } }])
  expect(withView(one, '  ', {})).toEqual(one)
  const two = withView(one, 'DNF', { status: 2 })
  expect(renamed(two, 'DNF', 'Women').map((v) => v.name)).toEqual(['Women', 'DNF'])
  expect(renamed(two, 'DNF', 'Out').map((v) => v.name)).toEqual(['Women', 'Out'])
  expect(withoutNamed(two, 'Women').map((v) => v.name)).toEqual(['DNF'])
  expect(currentView(two, { sort: 'last', gender: 'F' })?.name).toBe('Women')
  expect(currentView(two, {})).toBeUndefined()
})
