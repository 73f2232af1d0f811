import { describe, expect, it } from 'vitest'
import type { Order } from '../../api/orders.ts'
import { linesOf, titleOf } from './list.ts'
import { validateOrdersSearch } from './ordersSearch.ts'

const by = (participantId: number, bib: string, name: string, text = '') => ({ participantId, bib, name, raceId: 1, quantity: 2, text })
const orders: Order[] = [
  {
    addOnId: 1,
    name: 'Dinner',
    showOnReg: true,
    total: 4,
    variants: [
      { variantId: 1, name: 'Vegan', quantity: 4, people: [by(1, '12', 'Ana Ito'), by(2, '7', 'Ben Okafor', 'no nuts')] },
      { variantId: 2, name: 'Fish', quantity: 0, people: [] },
    ],
  },
  { addOnId: 2, name: 'Parking', showOnReg: false, total: 2, variants: [{ variantId: 3, name: '', quantity: 2, people: [by(1, '12', 'Ana Ito')] }] },
]
const found = (q: string) => linesOf(orders, q).map((l) => `${titleOf(l.order, l.variant)}: ${l.people.map((p) => p.bib).join(' ')}`)

describe('the lines of the orders', () => {
  it('are all variants, those of nobody too', () => {
    expect(found('')).toEqual(['Dinner / Vegan: 12 7', 'Dinner / Fish: ', 'Parking: 12'])
  })
  it('are found by what they are called, with all their people', () => {
    expect(found('dinner veg')).toEqual(['Dinner / Vegan: 12 7'])
  })
  it('are found by who ordered them, with those people alone', () => {
    expect(found('ana ito')).toEqual(['Dinner / Vegan: 12', 'Parking: 12'])
    expect(found('7')).toEqual(['Dinner / Vegan: 7'])
    expect(found('nuts')).toEqual(['Dinner / Vegan: 7'])
    expect(found('nobody')).toEqual([])
  })
})

describe('the address of the orders', () => {
  it('keeps what means something', () => {
    expect(validateOrdersSearch({ race: '3', variant: 4, q: 12 })).toEqual({ race: 3, variant: 4, q: '12' })
    expect(validateOrdersSearch({ race: 'x', variant: -1, q: '' })).toEqual({})
  })
})
