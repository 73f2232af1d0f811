import { Check } from 'lucide-react'
import { memo, type CSSProperties, type ReactNode } from 'react'
import type { Column } from './tableColumns.ts'
import css from './Table.module.css'

/** How a row looks besides its cells. */
export interface RowLook {
  className?: string
  /** What the pointer is told, in words. */
  tip?: string
  style?: CSSProperties
}

interface Props<T> {
  row: T
  domId: string
  index: number
  top: number
  /** When it last had news; 0 for none that is fresh. */
  newsAt: number
  active: boolean
  open: boolean
  /** Chosen or not; undefined where rows are not chosen. */
  ticked: boolean | undefined
  columns: readonly Column<T>[]
  look?: (row: T) => RowLook
  /** Draws the row in two lines instead of cells. */
  lines?: (row: T) => ReactNode
}

/** One row at its place. It is drawn again only when its own row, place or state changed. */
function TableRow<T>({ row, domId, index, top, newsAt, active, open, ticked, columns, look, lines }: Props<T>) {
  const { className = '', tip, style } = look?.(row) ?? {}
  return (
    <div
      id={domId}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={ticked || open}
      aria-current={open || undefined}
      data-active={active || undefined}
      title={tip}
      className={`${css.row} ${lines ? css.two : ''} ${className}`}
      style={{ ...style, transform: `translateY(${top}px)` }}
      data-index={index}
    >
      {newsAt > 0 ? <i key={newsAt} className={css.flash} aria-hidden /> : null}
      {ticked === undefined ? null : (
        <div role="gridcell" className={css.tick} data-tick data-ticked={ticked || undefined}>
          <span aria-hidden>{ticked ? <Check /> : null}</span>
          <span className="said">{ticked ? 'Chosen' : 'Not chosen'}</span>
        </div>
      )}
      {lines ? (
        <div role="gridcell" className={css.lines}>
          {lines(row)}
        </div>
      ) : (
        <Cells row={row} columns={columns} />
      )}
    </div>
  )
}

const Cells = memo(function Cells<T>({ row, columns }: { row: T; columns: readonly Column<T>[] }) {
  return columns.map((c) => (
    <div key={c.id} role="gridcell" className={`${css.cell} ${c.end ? css.end : ''} ${c.className ?? ''}`}>
      {c.cell(row)}
    </div>
  ))
}) as <T>(props: { row: T; columns: readonly Column<T>[] }) => ReactNode

export default memo(TableRow) as typeof TableRow
