// What a column of the one table is, and which columns there is room for.

import type { ReactNode } from 'react'

/** One column. The cell answers from the row alone, so that a row is drawn again only when it changed. */
export interface Column<T> {
  id: string
  /** The word in the head: as short as the column is narrow. */
  head: string
  /** The same in full, for the column menu, tooltips and screen readers. */
  title: string
  /** The least width in pixels. */
  width: number
  /** How eagerly it takes what is left over; 0 stays at its width. */
  grow?: number
  end?: boolean
  className?: string
  cell(row: T): ReactNode
  /** What a click on the head sorts by; without it the column does not sort. Missing values come last. */
  sort?(row: T): number | string | null | undefined
  /** The first click sorts the largest first. */
  largestFirst?: boolean
  /** Not offered in the column menu: the row could not be told without it. */
  always?: boolean
  /** When there is no room, columns with the smallest number go first. */
  rank?: number
}

export interface Sort {
  id: string
  desc: boolean
}

/** The columns that fit into a width, in their order. Those marked `always` stay. */
export function fitting<T>(columns: readonly Column<T>[], width: number): readonly Column<T>[] {
  let need = columns.reduce((sum, c) => sum + c.width, 0)
  if (need <= width) return columns
  const dropped = new Set<string>()
  for (const column of columns.filter((c) => !c.always).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))) {
    if (need <= width) break
    need -= column.width
    dropped.add(column.id)
  }
  return columns.filter((c) => !dropped.has(c.id))
}

/** The columns as tracks of a CSS grid. */
export function tracks<T>(columns: readonly Column<T>[]): string {
  return columns.map((c) => (c.grow ? `minmax(${c.width}px, ${c.grow}fr)` : `${c.width}px`)).join(' ')
}
