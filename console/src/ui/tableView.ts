// The hooks behind Table: the order of its rows, its size, the reading position kept while rows come and go, and printing.

import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Column, Sort } from './tableColumns.ts'
import { NEWS_MS, Order, type Identified, type Ordered, type OrderRule } from './tableOrder.ts'

/** Rows filtered and sorted. `keep`, `tie` and `news` must be the same functions until they mean something else. */
export function useOrder<T extends Identified>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sort: Sort,
  rest: Pick<OrderRule<T>, 'keep' | 'tie' | 'news'>,
): Ordered<T> {
  const [order] = useState(() => new Order<T>(() => performance.now()))
  const key = columns.find((c) => c.id === sort.id)?.sort
  const { keep, tie, news } = rest
  const rule = useMemo<OrderRule<T>>(() => ({ key: key ?? (() => null), desc: sort.desc, keep, tie, news }), [key, sort.desc, keep, tie, news])
  return useMemo(() => order.of(rows, rule), [order, rows, rule])
}

/** The inner width of an element and the height of a row, which is a setting. */
export function useTableSize(element: RefObject<HTMLElement | null>): { width: number; row: number } {
  const [size, setSize] = useState({ width: 0, row: 28 })
  useLayoutEffect(() => {
    const el = element.current
    if (!el) return
    const measure = () => {
      const row = Number.parseInt(getComputedStyle(el).getPropertyValue('--row'), 10) || 28
      setSize((old) => (old.width === el.clientWidth && old.row === row ? old : { width: el.clientWidth, row }))
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(el)
    const setting = new MutationObserver(measure)
    setting.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] })
    return () => {
      resized.disconnect()
      setting.disconnect()
    }
  }, [element])
  return size
}

/**
 * Keeps what is being read where it is: when rows come in above, the table scrolls along, and says how many they were.
 * At the very top nothing is held: there new rows are what one is looking for.
 */
export function useReadingPosition<T extends Identified>(element: RefObject<HTMLElement | null>, order: Ordered<T>, row: number): { above: number; toTop: () => void; scrolled: () => void } {
  const [above, setAbove] = useState(0)
  const before = useRef(order)
  const position = useRef(0) // asking the element instead would make the browser lay the page out once more
  useLayoutEffect(() => {
    const el = element.current
    const last = before.current
    before.current = order
    if (!el || last === order) return
    if (last.rule !== order.rule) {
      el.scrollTo(0, 0)
      setAbove(0)
    } else if (position.current > row) {
      const shift = shiftOf(last, order, Math.floor(position.current / row))
      if (shift === 0) return
      el.scrollBy(0, shift * row)
      setAbove((n) => Math.max(0, n + shift))
    }
  }, [element, order, row])
  const toTop = () => {
    element.current?.scrollTo(0, 0)
    setAbove(0)
  }
  const scrolled = () => {
    position.current = element.current?.scrollTop ?? 0
    if (position.current <= row) setAbove(0)
  }
  return { above, toTop, scrolled }
}

const ANCHORS = 40

/** How far the rows being read have moved: told by the first of them that has not changed itself. Exported for its test. */
export function shiftOf<T extends Identified>(before: Ordered<T>, after: Ordered<T>, first: number): number {
  for (let i = first; i < first + ANCHORS; i++) {
    const row = before.at(i)
    if (!row) return 0
    if (after.touched?.has(row.id)) continue
    const now = after.indexOf(row.id, i)
    if (now >= 0) return now - i
  }
  return 0
}

/** The rows that have news now; empty again when the news is old and nothing came after it. */
export function useNews<T extends Identified>(order: Ordered<T>): Ordered<T>['news'] {
  const [old, setOld] = useState<Ordered<T>>()
  const none = order.news.size === 0
  useEffect(() => {
    if (none) return
    const timer = setTimeout(() => setOld(order), NEWS_MS)
    return () => clearTimeout(timer)
  }, [order, none])
  return old === order ? noNews : order.news
}

const noNews: ReadonlyMap<Identified['id'], number> = new Map()

/** True while the page is being printed; a table then draws every row. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', start)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', start)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
