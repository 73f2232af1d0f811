import { describe, expect, it } from 'vitest'
import type { Participant, RaceEvent } from '../api/types.ts'
import { findEvents, findParticipants } from './find.ts'

const person = (id: number, firstName: string, lastName: string, bib: string, notes = '') => ({ id, firstName, lastName, bib, notes }) as Participant
const people = [person(1, 'Ana', 'Abara', '0042'), person(2, 'Hugo', 'Brandt', '142'), person(3, 'Anatol', 'Ito', '7', 'ask about the 42 mile bus'), person(4, 'Vera', 'Dubois', '')]

const ids = (text: string) => findParticipants(people, text).map((p) => p.id)

describe('people', () => {
  it('match a part of a name in any case', () => expect(ids('ANA')).toEqual([1, 3]))
  it('match a whole bib without its leading zeros, before notes', () => expect(ids('42')).toEqual([1, 3]))
  it('match a bib typed with zeros', () => expect(ids('00142')).toEqual([2]))
  it('do not match a part of a bib', () => expect(ids('14')).toEqual([]))
  it('must match every term', () => expect(ids('ana ito')).toEqual([3]))
  it('are none for blanks', () => expect(ids('  ')).toEqual([]))
  it('stop at the cap, with an exact bib still first', () => {
    const many = Array.from({ length: 30 }, (_, i) => person(i, 'Ana', 'Seven', String(100 + i), i < 29 ? '129' : ''))
    const found = findParticipants(many, '129')
    expect(found).toHaveLength(11)
    expect(found[0]!.bib).toBe('129')
  })
})

describe('events', () => {
  const events = [{ id: 1, name: 'Granite Ridge' }, { id: 2, name: 'Granite Lake' }] as RaceEvent[]
  it('match all terms, the active one first', () => {
    expect(findEvents(events, 'granite', 2).map((e) => e.id)).toEqual([2, 1])
    expect(findEvents(events, 'ridge granite', 2).map((e) => e.id)).toEqual([1])
  })
})
