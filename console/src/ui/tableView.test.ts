import { describe, expect, it } from 'vitest'
import { fitting, tracks, type Column } from './tableColumns.ts'
import { Order } from './tableOrder.ts'
import { shiftOf } from './tableView.ts'

interface Row { id: number; place: number }
const rule = { key: (r: Row) => r.place, desc: false }
const field = Array.from({ length: 100 }, (_, i): Row => ({ id: i + 1, place: i + 1 }))

describe('the reading position', () => {
  it('moves with the rows being read when others come in above', () => {
    const order = new Order<Row>()
    const before = order.of(field, rule)
    const passed = field.map((r) => (r.id === 90 ? { ...r, place: 3.5 } : r))
    expect(shiftOf(before, order.of(passed, rule), 50)).toBe(1)
    const back = passed.map((r) => (r.id === 1 || r.id === 2 ? { ...r, place: 99.5 + r.id } : r))
    expect(shiftOf(order.of(passed, rule), order.of(back, rule), 51)).toBe(-2)
  })
  it('is told by a row that did not move itself', () => {
    const order = new Order<Row>()
    const before = order.of(field, rule)
    const after = order.of(field.map((r) => (r.id === 51 ? { ...r, place: 1.5 } : r)), rule)
    expect(shiftOf(before, after, 50)).toBe(0)
  })
  it('stays when everybody moved', () => {
    const order = new Order<Row>()
    const before = order.of(field, rule)
    expect(shiftOf(before, order.of([], rule), 50)).toBe(0)
    expect(shiftOf(before, before, 500)).toBe(0)
  })
})

describe('columns', () => {
  const column = (id: string, width: number, rank: number, more: Partial<Column<Row>> = {}): Column<Row> => ({ id, head: id, title: id, width, rank, cell: () => null, ...more })
  const all = [column('place', 50, 9), column('wave', 40, 1), column('name', 90, 0, { always: true, grow: 2 }), column('age', 40, 3)]
  it('leave in the order of their importance when there is no room', () => {
    const ids = (width: number) => fitting(all, width).map((c) => c.id)
    expect(ids(220)).toEqual(['place', 'wave', 'name', 'age'])
    expect(ids(219)).toEqual(['place', 'name', 'age'])
    expect(ids(150)).toEqual(['place', 'name'])
    expect(ids(10)).toEqual(['name'])
    expect(fitting(all, 400)).toBe(all)
  })
  it('share what is left over as they were told', () => expect(tracks(all.slice(1, 3))).toBe('40px minmax(90px, 2fr)'))
})
