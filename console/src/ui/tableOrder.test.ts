import { describe, expect, it } from 'vitest'
import { folded, NEWS_MS, Order, type Ordered, type OrderRule } from './tableOrder.ts'

interface Row { id: number; place: number | null; name: string; seen: number }

const ids = (o: Ordered<Row>) => Array.from({ length: o.length }, (_, i) => o.at(i)!.id)
const byPlace: OrderRule<Row> = { key: (r) => r.place, desc: false, news: (r) => r.seen }

/** A small generator of chance: the same seed tells the same story. */
function chance(seed: number) {
  let s = seed
  return (n: number) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0
    return Math.floor((s / 2 ** 32) * n)
  }
}

describe('Order', () => {
  it('puts missing values last in both directions and breaks ties by tie, then id', () => {
    const rows = [{ id: 3, place: null }, { id: 2, place: 2 }, { id: 1, place: 2 }, { id: 4, place: 1 }].map((r) => ({ name: '', seen: 0, ...r }))
    expect(ids(new Order<Row>().of(rows, byPlace))).toEqual([4, 1, 2, 3])
    expect(ids(new Order<Row>().of(rows, { ...byPlace, desc: true }))).toEqual([1, 2, 4, 3])
    expect(ids(new Order<Row>().of(rows, { ...byPlace, tie: (r) => -r.id }))).toEqual([4, 2, 1, 3])
  })

  it('sorts words without regard to case and accents', () => {
    const rows = ['Zoe', 'ålund', 'Alba', 'Émile', 'eve'].map((name, i) => ({ id: i, name, place: 1, seen: 0 }))
    const order = new Order<Row>().of(rows, { key: (r) => r.name, desc: false })
    expect(Array.from({ length: 5 }, (_, i) => order.at(i)!.name)).toEqual(['Alba', 'ålund', 'Émile', 'eve', 'Zoe'])
    expect(folded('Ángström')).toBe('angstrom')
  })

  it('sorts words by their letters, however alike they begin, and numbers before words', () => {
    const roll = chance(3)
    const letters = ['a', 'B', ' ', 'é', '-', 'z', 'ø', 'þ']
    const begin = ['', '', 'bearing', 'bearing-z', 'beøring', 'bearingbearing']
    const words = Array.from({ length: 800 }, () => begin[roll(begin.length)] + Array.from({ length: roll(14) }, () => letters[roll(letters.length)]).join(''))
    const rows = words.map((name, i) => ({ id: i, name, place: 1, seen: 0 }))
    const order = new Order<Row>().of(rows, { key: (r) => r.name, desc: false })
    const got = Array.from({ length: order.length }, (_, i) => folded(order.at(i)!.name))
    expect(got).toEqual(got.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1)))
    const mixed = ['A9', '10', '9', 'A10'].map((name, id) => ({ id, name, place: 1, seen: 0 }))
    const bibs = new Order<Row>().of(mixed, { key: (r) => (/^\d+$/.test(r.name) ? Number(r.name) : r.name), desc: false })
    expect(ids(bibs)).toEqual([2, 1, 3, 0])
  })

  it('filters again without sorting again', () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, place: 100 - id, name: '', seen: id % 7 }))
    const order = new Order<Row>()
    order.of(rows, byPlace)
    const odd = { ...byPlace, keep: (r: Row) => r.id % 2 === 1 }
    expect(ids(order.of(rows, odd))).toEqual(ids(new Order<Row>().of(rows, odd)))
    const next = rows.map((r) => (r.id === 51 ? { ...r, place: 0 } : r.id === 10 ? { ...r, place: 3.5 } : r))
    expect(ids(order.of(next, odd))).toEqual(ids(new Order<Row>().of(next, odd)))
    expect(ids(order.of(next, byPlace))).toEqual(ids(new Order<Row>().of(next, byPlace)))
  })

  it('step by step gives what sorting from nothing gives, for any story', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const roll = chance(seed)
      const rule: OrderRule<Row> = { key: (r) => (seed % 2 ? r.place : r.name), tie: (r) => r.seen % 3, keep: (r) => r.seen % 5 !== 0, desc: seed % 3 === 0 }
      const order = new Order<Row>()
      const fresh = (id: number): Row => ({ id, place: roll(4) ? roll(20) : null, name: 'abcdeÉ'[roll(6)]!, seen: roll(100) })
      let rows = Array.from({ length: 40 }, (_, i) => fresh(i))
      for (let step = 0; step < 25; step++) {
        const got = order.of(rows, rule)
        expect(ids(got), `seed ${seed} step ${step}`).toEqual(ids(new Order<Row>().of(rows, rule)))
        for (let i = 0; i < got.length; i++) expect(got.indexOf(got.at(i)!.id, roll(50))).toBe(i)
        rows = rows.slice()
        for (let k = roll(8); k > 0; k--) rows[roll(rows.length)] = fresh(-1)
        rows = rows.map((r, i) => (r.id === -1 ? { ...r, id: i } : r))
        if (roll(5) === 0) rows = rows.slice(0, -1)
        if (roll(5) === 0) rows = [...rows, fresh(rows.length)]
      }
    }
  })

  it('answers the same object for the same rows and rule', () => {
    const order = new Order<Row>()
    const rows = [{ id: 1, place: 1, name: '', seen: 0 }]
    expect(order.of(rows, byPlace)).toBe(order.of(rows, byPlace))
  })

  it('says which rows have news, and forgets it', () => {
    let now = 0
    const order = new Order<Row>(() => now)
    const rows = Array.from({ length: 10 }, (_, i) => ({ id: i, place: i, name: '', seen: 0 }))
    expect(order.of(rows, byPlace).news.size).toBe(0)
    const moved = rows.map((r) => (r.id === 4 ? { ...r, place: 0, seen: 1 } : r.id === 5 ? { ...r, name: 'x' } : r))
    now = 100
    const told = order.of(moved, byPlace)
    expect([...told.news]).toEqual([[4, 100]])
    expect(told.touched && [...told.touched]).toEqual([4, 5])
    const later = moved.map((r) => (r.id === 7 ? { ...r, seen: 1 } : r))
    now = 100 + NEWS_MS
    expect([...order.of(later, byPlace).news]).toEqual([[7, 1600]])
  })

  it('keeps up with a large field', () => {
    const roll = chance(7)
    const rows = Array.from({ length: 50_000 }, (_, i) => ({ id: i, place: roll(50_000), name: `n${roll(9_000)}`, seen: 0 }))
    const order = new Order<Row>()
    order.of(rows, byPlace)
    const started = performance.now()
    let now = rows
    for (let frame = 0; frame < 20; frame++) {
      now = now.slice()
      for (let k = 0; k < 250; k++) {
        const i = roll(now.length)
        now[i] = { ...now[i]!, place: roll(50_000), seen: frame + 1 }
      }
      order.of(now, byPlace)
    }
    // twenty frames are one second of a busy finish; a tenth of it would already be a lot
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
