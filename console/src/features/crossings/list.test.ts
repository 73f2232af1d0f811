import { describe, expect, it } from 'vitest'
import type { Crossing } from '../../api/types.ts'
import { heldBack, laid } from './list.ts'
import { filterOf, instantText, validateCrossingsSearch, withValue } from './search.ts'

const at = (id: number, second = id, over: Partial<Crossing> = {}) => ({ id, timestamp: new Date(Date.UTC(2026, 9, 3, 13, 0, second)).toISOString(), disposition: 'split', ...over }) as Crossing
const ids = (rows: readonly Crossing[]) => rows.map((c) => c.id)
const part = (rows: Crossing[], first = true, last = false) => ({ rows, first, last })

describe('a list of which parts are held', () => {
  const held = [at(5), at(4), at(3), at(2)]

  it('stays the same object when a part says nothing new', () => {
    expect(laid(held, part([at(5), at(4)]), true)).toBe(held)
  })
  it('takes changed rows where they are and new ones at the end', () => {
    const next = laid(held, part([at(6), at(5), at(4, 4, { disposition: 'voided' })]), true)
    expect(ids(next)).toEqual([5, 4, 3, 2, 6])
    expect(next[0]).toBe(held[0])
    expect(next[1]!.disposition).toBe('voided')
  })
  it('loses what a part should have and has not, and nothing beyond it', () => {
    expect(ids(laid(held, part([at(5), at(3)]), true))).toEqual([5, 3, 2])
    expect(ids(laid(held, part([at(4)], false), true))).toEqual([5, 4, 3, 2])
    expect(ids(laid(held, part([], true, true), true))).toEqual([])
    expect(ids(laid([at(2), at(3), at(4)], part([at(2), at(4)]), false))).toEqual([2, 4])
  })
  it('moves a row that has another time now', () => {
    const next = laid(held, part([at(2, 9), at(5), at(4)]), true)
    expect(ids(next)).toEqual([5, 4, 3, 2])
    expect(next[3]!.timestamp).toBe(at(0, 9).timestamp)
  })
})

describe('while somebody is at the rows', () => {
  const known = new Set([3, 4, 5])
  it('what came since is held back and counted', () => {
    expect(heldBack([at(5), at(4), at(3), at(6), at(7)], known, true)).toMatchObject({ shown: [{ id: 5 }, { id: 4 }, { id: 3 }], fresh: 2 })
  })
  it('what was fetched below is shown', () => {
    expect(heldBack([at(5), at(4), at(3), at(2)], known, true).fresh).toBe(0)
  })
  it('nothing is held back when nobody is there', () => {
    const rows = [at(9), at(1)]
    expect(heldBack(rows, null, true).shown).toBe(rows)
  })
})

describe('the address', () => {
  it('says what the server is asked for', () => {
    const s = validateCrossingsSearch({ q: 'ana', bib: '007', race: '3', split: 7, source: 'x', disposition: 'repeat~too_fast', valid: 'no', unmatched: 'yes', from: '2026-10-03T13:00:00Z', to: 'soon', junk: 1, sort: 'time' })
    expect(s).not.toHaveProperty('junk')
    expect(filterOf(s)).toEqual({ order: 'asc', q: 'ana', bib: '007', raceId: 3, splitId: 7, disposition: 'repeat,too_fast', valid: false, unmatched: true, from: '2026-10-03T13:00:00Z' })
    expect(filterOf({})).toEqual({ order: 'desc' })
  })
  it('loses what is emptied', () => {
    expect(withValue({ q: 'a', race: 1 }, 'q', '')).toEqual({ race: 1 })
    expect(instantText(Date.UTC(2026, 9, 3, 13))).toBe('2026-10-03T13:00:00Z')
    expect(instantText(null)).toBe('')
  })
})
