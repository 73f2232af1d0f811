import { expect, it } from 'vitest'
import { changed, changesOf, type Affected, type Standing } from './acted.ts'

const stands: Standing = { status: 0, statusLabel: 'Finished', place: 12, timeMs: 3_600_000, lastSplit: 'Finish' }
const person = (now: Partial<Standing>, more: Partial<Affected> = {}): Affected => ({ participantId: 1, bib: '7', name: 'Ana Ito', race: '50K', was: stands, now: { ...stands, ...now }, ...more })

it('says what differs, as what it was and becomes', () => {
  expect(changesOf(person({ place: 11, timeMs: 3_599_000 }))).toEqual([
    { what: 'Place', was: '12', now: '11' },
    { what: 'Time', was: '1:00:00', now: '0:59:59' },
  ])
  expect(changesOf(person({ place: null, statusLabel: 'DNF', status: 2 })).map((c) => `${c.was}>${c.now}`)).toEqual(['Finished>DNF', '12>-'])
  expect(changesOf(person({}, { toRace: '25K' }))).toEqual([{ what: 'Race', was: '50K', now: '25K' }])
})

it('names splits whose time comes or goes', () => {
  expect(changesOf(person({}, { times: [{ split: 'Aid 1', lap: 0, wasMs: null, nowMs: 61_000 }, { split: 'Lap', lap: 2, wasMs: 5_000, nowMs: null }] }))).toEqual([
    { what: 'Aid 1', was: '-', now: '0:01:01' },
    { what: 'Lap 3', was: '0:00:05', now: '-' },
  ])
})

it('leaves out whoever stays as they are', () => {
  expect(changed([person({}), person({ lastSplit: 'Mile 30' })])).toHaveLength(1)
})
