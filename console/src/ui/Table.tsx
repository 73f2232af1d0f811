// The one table of the console. Only the rows in sight are in the page; they stay put while others come and go, and each is drawn
// again only when it changed. It sorts nothing itself: useOrder (tableView.ts) gives the order. Start reading at Table.

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { fitting, tracks, type Column, type Sort } from './tableColumns.ts'
import TableHead from './TableHead.tsx'
import type { Identified, Ordered } from './tableOrder.ts'
import { TablePrint } from './TablePrint.tsx'
import TableRow, { type RowLook } from './TableRow.tsx'
import { useTableSelect, type Selection } from './tableSelect.ts'
import { useNews, usePrinting, useReadingPosition, useTableSize } from './tableView.ts'
import css from './Table.module.css'

const HEAD = 28
const TWO_LINES = 56
const NARROW = 600
/** The width of the ticks. */
const TICK = 30

interface Props<T extends Identified> {
  label: string
  order: Ordered<T>
  /** The columns that are wanted; those that do not fit are left out, the least important first. */
  columns: readonly Column<T>[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** The row whose details are open. It is marked, and brought into sight when it changes. */
  openId?: Identified['id'] | undefined
  onOpen?: (row: T) => void
  look?: (row: T) => RowLook
  /** A row as two lines, where the table is narrower than 600 pixels. */
  lines?: (row: T) => ReactNode
  /** Several rows can be chosen: by their ticks, with ctrl and shift, with Space, shift and arrows. */
  selection?: Selection
  /** A key that the table has no use for, at its active row. Answers whether it meant something. */
  onRowKey?: (key: string, row: T) => boolean
  /** Told when the last rows come into sight: there may be more to fetch. */
  onEnd?: () => void
  /** What to say when no row is left. */
  empty: ReactNode
}

/**
 * A grid with one tab stop: arrows or j and k move, PageUp, PageDown, Home and End jump, Enter opens. While something is open,
 * j and k are left to whoever shows it.
 * Selection follows the row and not the place, whatever happens around it.
 */
export function Table<T extends Identified>({ label, order, columns, sort, onSort, openId, onOpen, look, lines, selection, onRowKey, onEnd, empty }: Props<T>) {
  const scroll = useRef<HTMLDivElement>(null)
  const domId = useId()
  const size = useTableSize(scroll)
  const narrow = Boolean(lines) && size.width > 0 && size.width < NARROW
  const row = narrow ? TWO_LINES : size.row
  const selectable = selection !== undefined
  const head = narrow ? 0 : HEAD
  const shown = useMemo(() => (narrow || size.width === 0 ? columns : fitting(columns, size.width - 12 - (selectable ? TICK : 0))), [columns, narrow, size.width, selectable])
  const { above, toTop, scrolled } = useReadingPosition(scroll, order, row)
  const news = useNews(order)
  const printing = usePrinting()

  const [activeId, setActive] = useState<Identified['id'] | undefined>(openId)
  const activeIndex = useMemo(() => (activeId === undefined ? -1 : order.indexOf(activeId)), [order, activeId])

  const withActive = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      return activeIndex < 0 || activeIndex >= range.count || indexes.includes(activeIndex) ? indexes : [...indexes, activeIndex].toSorted((a, b) => a - b)
    },
    [activeIndex],
  )
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used; what it gives is read in this render only
  const view = useVirtualizer({ count: order.length, getScrollElement: () => scroll.current, estimateSize: () => row, overscan: 12, rangeExtractor: withActive })
  useEffect(() => view.measure(), [view, row])

  const reveal = useCallback(
    (index: number) => {
      const el = scroll.current
      if (!el || index < 0) return
      const top = index * row
      if (top < el.scrollTop) el.scrollTo(0, top)
      else if (top + row + head > el.scrollTop + el.clientHeight) el.scrollTo(0, top + row + head - el.clientHeight)
    },
    [row, head],
  )

  // The opened row may have been chosen elsewhere: the ticker, the search, a link.
  const follow = useEffectEvent((id: Identified['id']) => {
    setActive(id)
    reveal(order.indexOf(id))
  })
  useEffect(() => {
    if (openId !== undefined) follow(openId)
  }, [openId])

  const last = view.getVirtualItems().at(-1)?.index ?? -1
  const atEnd = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (last >= order.length - 1) atEnd()
  }, [last, order.length])

  const moveTo = (index: number) => {
    const target = Math.max(0, Math.min(order.length - 1, index))
    const next = order.at(target)
    if (!next) return
    setActive(next.id)
    reveal(target)
  }
  const select = useTableSelect({ order, selection, activeIndex, moveTo })
  const onClick = (e: MouseEvent) => {
    const pressed = e.target instanceof Element ? e.target.closest<HTMLElement>('[data-index]') : null
    const data = pressed ? order.at(Number(pressed.dataset.index)) : undefined
    if (pressed && data && select.click(e, Number(pressed.dataset.index))) return
    if (!data || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || getSelection()?.type === 'Range') return
    setActive(data.id)
    onOpen?.(data)
    e.preventDefault()
  }

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.target !== scroll.current || select.key(e) || e.ctrlKey || e.metaKey || e.altKey) return
    const page = Math.max(1, Math.floor(((scroll.current?.clientHeight ?? 0) - head) / row) - 1)
    const current = order.at(activeIndex)
    const moves: Record<string, number> = {
      ArrowDown: activeIndex + 1, j: activeIndex + 1, ArrowUp: activeIndex - 1, k: activeIndex - 1,
      PageDown: activeIndex + page, PageUp: activeIndex - page, Home: 0, End: order.length - 1,
    }
    const to = openId !== undefined && (e.key === 'j' || e.key === 'k') ? undefined : moves[e.key]
    if (to !== undefined) moveTo(to)
    else if (e.key === 'Enter' && current) onOpen?.(current)
    else if (!current || !onRowKey?.(e.key, current)) return
    e.preventDefault()
    e.stopPropagation()
  }

  return (
    <div className={css.table}>
      <div
        ref={scroll}
        role="grid"
        tabIndex={0}
        className={css.scroll}
        aria-label={label}
        aria-rowcount={order.length + 1}
        aria-multiselectable={selectable || undefined}
        aria-activedescendant={activeIndex >= 0 ? `${domId}-${activeId}` : undefined}
        style={{ '--tracks': `${selectable ? `${TICK}px ` : ''}${tracks(shown)}`, '--row-height': `${row}px` } as CSSProperties}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onScroll={scrolled}
        onFocus={(e) => e.target === e.currentTarget && activeIndex < 0 && moveTo(Math.ceil((scroll.current?.scrollTop ?? 0) / row))}
      >
        {narrow ? null : <TableHead columns={shown} sort={sort} onSort={onSort} ticks={selectable} />}
        {order.length === 0 ? <div className={css.empty}>{empty}</div> : null}
        <div role="rowgroup" className={css.body} style={{ height: view.getTotalSize() }}>
          {view.getVirtualItems().map((item) => {
            const data = order.at(item.index)
            if (!data) return null
            return (
              <TableRow
                key={data.id}
                row={data}
                domId={`${domId}-${data.id}`}
                index={item.index}
                top={item.start}
                newsAt={news.get(data.id) ?? 0}
                active={data.id === activeId}
                open={data.id === openId}
                ticked={selection ? selection.ids.has(data.id) : undefined}
                columns={shown}
                look={look}
                lines={narrow ? lines : undefined}
              />
            )
          })}
        </div>
      </div>
      {above > 0 ? (
        <button type="button" className={css.above} onClick={toTop}>
          <ArrowUp size={14} aria-hidden />
          {above} above
        </button>
      ) : null}
      {printing ? <TablePrint label={label} order={order} columns={columns} /> : null}
    </div>
  )
}
