import { describe, expect, it } from 'vitest'
import type { Participant, Race, Read, SplitTime } from '../../api/types.ts'
import { bandsOf, bibKey, filterOf, hasStatus } from './filter.ts'
import { dispositionState, dispositionWord, sentenceOf } from '../../lib/disposition.ts'
import { passagesOf, remarks } from './passages.ts'
import { joined, sortOf, sortText, validateParticipantsSearch, valuesOf, withValue } from './search.ts'
import { columnsAfter, shownColumns } from './shownColumns.ts'
import { splitLines } from './splits.ts'
import { lastSplitOf, lookupOf, onCourse, placeOf, raceThenPlace, statusClass, statusRank, timeOf, waveOf } from './standing.ts'

const at = (s: number) => new Date(Date.UTC(2026, 9, 3, 13) + s * 1000).toISOString()

function person(over: Partial<Participant> = {}): Participant {
  return {
    id: 1, raceEventId: 1, raceId: 1, bib: '012', firstName: 'Ana', lastName: 'Ångström', gender: 'F', age: 39, teamName: 'Mesa Runners', city: 'Page', state: 'AZ', country: 'USA',
    notes: '', registeredAt: null, waveId: 2, waveTime: null, waveStartTime: { arbitrary: false, timestamp: null }, waveRequest: '', status: 0, statusLabel: 'Current', statusAutomatic: false,
    st: at(0), ft: null, timeMs: null, elapsedMs: 5_000, gunMs: null, chipMs: null, lastSeenAt: at(5), lastSplitId: 11, lapCount: 0, lapMs: null, distance: 10_000, lastLoc: null,
    overallPlace: 3, genderPlace: 1, bandPlace: 1, flag: '', afterCutoff: false, position: 3, ...over,
  } as Participant
}

function race(over: Partial<Race> = {}): Race {
  const splits = [{ id: 10, name: 'Start', distance: 0 }, { id: 11, name: 'Aid 1', distance: 12_000 }, { id: 12, name: 'Finish', distance: 50_000 }].map((s) => ({ raceId: 1, ...s }))
  return { id: 1, raceEventId: 1, name: '50K', isTimed: false, lpsDuration: 0, color: '#0f766e', gunTime: false, scoreByTeam: false, waves: { waves: [{ id: 2, name: 'Wave 2', time: at(0) }] }, splits, ...over } as unknown as Race
}

const passes = (search: object, p: Partial<Participant> = {}, races: Race[] = [race()]) => filterOf(search, races)?.(person(p)) ?? true

describe('filters', () => {
  it('let everybody through when there are none', () => expect(filterOf({}, [])).toBeUndefined())

  it('match bibs by their beginning, with and without leading zeros (RES-7)', () => {
    expect(passes({ bib: 12 })).toBe(true)
    expect(passes({ bib: '01' })).toBe(true)
    expect(passes({ bib: 2 })).toBe(false)
    expect(passes({ bib: 'a1' }, { bib: 'A12' })).toBe(true)
  })

  it('find names, team, place and notes without regard to case and accents, and a whole bib', () => {
    for (const q of ['angstrom', 'ÅNG', 'ana ång', 'mesa', 'page', 12, '012', 'ana 12']) expect(passes({ q }), String(q)).toBe(true)
    for (const q of ['ana brandt', '1', '13']) expect(passes({ q }), q).toBe(false)
    expect(passes({ q: 'insulin' }, { notes: 'Insulin in drop bag' })).toBe(true)
    expect(passes({ first: 'an', last: 'STRÖM', team: 'runners' })).toBe(true)
    expect(passes({ first: 'ström' })).toBe(false)
  })

  it('match gender without regard to case, and any of several', () => {
    expect(passes({ gender: 'f' })).toBe(true)
    expect(passes({ gender: 'M~X' })).toBe(false)
    expect(passes({ gender: 'M~X' }, { gender: 'x' })).toBe(true)
  })

  it('take both ends of an age band, and nobody of unknown age (RES-8)', () => {
    expect(bandsOf([]).map((b) => b.label)).toEqual(['<20', '20-29', '30-39', '40-49', '50-59', '60-69', '70+'])
    expect(passes({ age: '30-39' }, { age: 30 }) && passes({ age: '30-39' }, { age: 39 })).toBe(true)
    expect(passes({ age: '30-39' }, { age: 40 })).toBe(false)
    expect(passes({ age: '70+' }, { age: 88 })).toBe(true)
    expect(passes({ age: '<20' }, { age: null })).toBe(false)
    const own = race({ ageBands: [18, 40] })
    expect(bandsOf([own]).map((b) => b.label)).toEqual(['<18', '18-39', '40+'])
    expect(passes({ age: '18-39', race: 1 }, { age: 39 }, [own, race({ id: 2 })])).toBe(true)
  })

  it('know the two statuses that exist only here (RES-14)', () => {
    expect(hasStatus(person(), 15) && !hasStatus(person(), 16)).toBe(true)
    expect(hasStatus(person({ ft: at(9) }), 16) && !hasStatus(person({ ft: at(9) }), 15)).toBe(true)
    expect(hasStatus(person({ status: 2 }), 15)).toBe(false)
    expect(passes({ status: '2~15' })).toBe(true)
    expect(passes({ status: 0 }, { status: 3 })).toBe(false)
  })

  it('count bibs as people do', () => {
    const bibs = ['A10', '9', 'A9', '010', '', '100']
    expect(bibs.map(bibKey)).toEqual(['a000000010', 9, 'a000000009', 10, null, 100])
  })
})

describe('the address', () => {
  it('keeps what is known, small, and numbers as numbers', () => {
    expect(validateParticipantsSearch({ q: ' ana', bib: '12', race: 3, nonsense: 1, age: '', first: ['x'] })).toEqual({ q: ' ana', bib: 12, race: 3 })
    expect(validateParticipantsSearch({ bib: '012' })).toEqual({ bib: '012' })
    expect(withValue({ q: 'a', bib: 1 }, 'bib', '')).toEqual({ q: 'a' })
    expect(valuesOf(joined(['2', '15']))).toEqual(['2', '15'])
    expect(valuesOf(3)).toEqual(['3'])
  })
  it('says the order, unless it is the usual one', () => {
    for (const sort of [{ id: 'time', desc: true }, { id: 'last', desc: false }, { id: 'place', desc: true }]) expect(sortOf({ sort: sortText(sort) })).toEqual(sort)
    expect(sortText({ id: 'place', desc: false })).toBe('')
    expect(sortOf({})).toEqual({ id: 'place', desc: false })
  })
  it('says columns that differ from the usual ones; team is usual where teams are scored (A-133)', () => {
    const every = [{ id: 'bib', always: true }, { id: 'age' }, { id: 'team', optional: true }] as never[]
    const ids = (text: string | undefined, races: Race[]) => shownColumns(every as { id: string }[], text, races).map((c) => c.id)
    expect(ids(undefined, [race()])).toEqual(['bib', 'age'])
    expect(ids(undefined, [race({ scoreByTeam: true })])).toEqual(['bib', 'age', 'team'])
    expect(ids('-age~team', [race()])).toEqual(['bib', 'team'])
    expect(columnsAfter(every, ['team'], [race()])).toBe('-age~team')
    expect(columnsAfter(every, ['age'], [race()])).toBe('')
  })
})

describe('standing', () => {
  it('shows places for OK, none and Finished only (RES-5), and ranks statuses (RES-15)', () => {
    expect([0, 11, 1, 2, 3, 4, 9].map((status) => placeOf(person({ status }), 7))).toEqual([7, 7, null, null, null, null, null])
    expect([2, 9, 3, 0, 1, 11].toSorted((a, b) => statusRank(a) - statusRank(b))).toEqual([0, 11, 9, 1, 3, 2])
  })
  it('has a class from the label (RES-4, A-133)', () => {
    expect(statusClass(person({ statusLabel: '42.2 km' }))).toBe('current')
    expect(statusClass(person({ statusLabel: 'DNF', status: 2 }))).toBe('dnf')
    expect(statusClass(person({ statusLabel: '(7)', status: 7 }))).toBe('none')
  })
  it('says wave, split and lap as people do', () => {
    const look = lookupOf({ timezone: 'UTC', races: [race()] } as never)
    expect(waveOf(person(), race())).toBe('2')
    expect(waveOf(person({ waveId: 9 }), race())).toBe('')
    expect(lastSplitOf(person(), look)).toBe('Aid 1')
    const laps = lookupOf({ timezone: 'UTC', races: [race({ isTimed: true })] } as never)
    expect(lastSplitOf(person({ lastSplitId: 12, lapCount: 4 }), laps)).toBe('Lap 4')
    expect(lastSplitOf(person({ lapCount: 4 }), laps)).toBe('Aid 1 · 5')
    expect(lastSplitOf(person({ lastSplitId: 0 }), look)).toBe('')
  })
  it('stands in the list by race, the longest first, then by place; those without a place end their race', () => {
    const races = [race({ id: 1, distance: 25_000 }), race({ id: 2, distance: 50_000 }), race({ id: 3, distance: 5_000, isTimed: true })]
    const look = lookupOf({ timezone: 'UTC', races } as never)
    const field = [[1, 1], [2, 1], [3, 1], [2, null], [1, 2], [2, 2]].map(([raceId, overallPlace]) => person({ raceId: raceId!, overallPlace: overallPlace ?? null, status: overallPlace ? 0 : 2 }))
    const order = field.toSorted((a, b) => raceThenPlace(a, look) - raceThenPlace(b, look)).map((p) => [p.raceId, p.overallPlace])
    expect(order).toEqual([[2, 1], [2, 2], [2, null], [1, 1], [1, 2], [3, 1]])
  })
  it('is on course from the start to the finish', () => {
    expect([person(), person({ st: null }), person({ ft: at(9) }), person({ status: 2 })].map(onCourse)).toEqual([true, false, false, false])
    expect([timeOf(person()), timeOf(person({ timeMs: 9 })), timeOf(person({ elapsedMs: null }))]).toEqual([5_000, 9, null])
  })
})

describe('reads', () => {
  const read = (id: number, crossingId: number, disposition: string, second: number, over: Partial<Read> = {}) =>
    ({ id, crossingId, disposition, at: at(second), readAt: at(second), reason: '', manual: false, backup: false, corrected: false, locked: false, ...over }) as Read
  it('fold into passages told by the read that counts, in its time order', () => {
    const folded = passagesOf([read(5, 5, 'split', 60), read(1, 1, 'repeat', 0), read(2, 1, 'start', 3), read(6, 5, 'repeat', 62), read(9, 9, 'too_fast', 30)])
    expect(folded.map((p) => [p.head.id, p.reads.length])).toEqual([[2, 2], [9, 1], [5, 2]])
  })
  it('say what they are in colour and words', () => {
    expect(['finish', 'manual_split', 'split_out', 'too_fast', 'repeat'].map(dispositionState)).toEqual(['good', 'good', 'good', 'warn', 'off'])
    expect(['too_fast', 'split_out', 'manual_split_out'].map(dispositionWord)).toEqual(['too fast', 'out', 'manual out'])
    expect(sentenceOf(read(1, 1, 'too_fast', 0, { reason: 'too fast: 4:31 after the start' }))).toBe('4:31 after the start')
    expect(sentenceOf(read(1, 1, 'repeat', 0, { reason: 'same passage as an earlier read' }))).toBe('Same passage as an earlier read')
    expect(remarks(read(1, 1, 'manual_finish', 0, { manual: true, locked: true }))).toEqual(['entered by hand', 'locked to its split'])
  })
})

describe('splits', () => {
  const split = (splitId: number, lap: number, distance: number, elapsedMs: number) => ({ splitId, lap, distance, elapsedMs, name: `S${splitId}` }) as SplitTime
  it('give the stretch since the time before', () => {
    const lines = splitLines([split(10, 0, 0, 0), split(11, 0, 12_000, 4_000_000), split(12, 0, 50_000, 19_000_000)], race())
    expect(lines.map((l) => [l.title, l.segmentMs, l.segmentMetres])).toEqual([['S10', null, null], ['S11', 4_000_000, 12_000], ['S12', 15_000_000, 38_000]])
  })
  it('give whole laps where laps count, and what lies inside a lap since the time before', () => {
    const loop = race({ isTimed: true, splits: [{ id: 20, raceId: 1, name: 'Far', distance: 2_000 }, { id: 21, raceId: 1, name: 'Lap', distance: 5_000 }] as never })
    const lines = splitLines([split(20, 0, 2_000, 600), split(21, 0, 5_000, 1_500), split(20, 1, 7_000, 2_200), split(21, 1, 10_000, 3_100)], loop)
    expect(lines.map((l) => l.inner)).toEqual([true, false, true, false])
    expect(lines.map((l) => [l.title, l.segmentMs, l.segmentMetres])).toEqual([['S20', 600, 2_000], ['Lap 1', 1_500, 5_000], ['S20', 700, 2_000], ['Lap 2', 1_600, 5_000]])
  })
})
