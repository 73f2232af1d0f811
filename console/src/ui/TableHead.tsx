import { columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable, type SortingState } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useMemo, type KeyboardEvent } from 'react'
import type { Column, Sort } from './tableColumns.ts'
import css from './Table.module.css'

// The library decides what a click on a head means and which columns are shown. Rows are not its business: it would make an object
// for each of 50,000 rows on every frame, and tableOrder.ts keeps them sorted without.
const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature })
const noRows: never[] = []

interface Props<T> {
  columns: readonly Column<T>[]
  sort: Sort
  onSort: (sort: Sort) => void
  /** Leaves room for the ticks before the rows. */
  ticks?: boolean
}

/** The heads of the columns; a click sorts, a second one turns the order round. One tab stop: left and right move between them. */
function TableHead<T>({ columns, sort, onSort, ticks = false }: Props<T>) {
  const defs = useMemo(
    () => columns.map((c) => ({ id: c.id, accessorFn: () => null, enableSorting: Boolean(c.sort), sortDescFirst: c.largestFirst ?? false, header: c.head })),
    [columns],
  )
  const sorting = useMemo<SortingState>(() => [sort], [sort])
  const table = useTable({
    features,
    data: noRows,
    columns: defs,
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onSort(next)
    },
  })
  const stop = (columns.find((c) => c.id === sort.id) ?? columns.find((c) => c.sort))?.id
  const byId = new Map(columns.map((c) => [c.id, c]))
  return (
    <div role="rowgroup" className={css.head}>
      {table.getHeaderGroups().map((group) => (
        <div key={group.id} role="row" tabIndex={-1} aria-rowindex={1} className={css.headRow} onKeyDown={moveFocus}>
          {ticks ? (
            <div role="columnheader" className={css.headCell}>
              <span className="said">Chosen</span>
            </div>
          ) : null}
          {group.headers.map((header) => {
            const column = byId.get(header.column.id)!
            const sorted = header.column.getIsSorted()
            const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
            return (
              <div
                key={header.id}
                role="columnheader"
                aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : column.sort ? 'none' : undefined}
                className={`${css.headCell} ${column.end ? css.end : ''}`}
              >
                {header.column.getCanSort() ? (
                  <button type="button" tabIndex={header.column.id === stop ? 0 : -1} title={column.title} aria-label={column.title} data-sorted={sorted || undefined} onClick={header.column.getToggleSortingHandler()}>
                    <span>{column.head}</span>
                    {sorted ? <Arrow size={11} strokeWidth={2.5} aria-hidden /> : null}
                  </button>
                ) : (
                  <span title={column.title}>{column.head}</span>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function moveFocus(e: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key]
  const buttons = [...e.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  if (!step || at < 0) return
  e.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]!.focus()
}

export default memo(TableHead) as typeof TableHead
