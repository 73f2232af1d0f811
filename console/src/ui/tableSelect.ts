// Choosing several rows of a table, by pointer and by keys. What is chosen are ids, so it survives whatever the order does.

import { useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { Identified, Ordered } from './tableOrder.ts'

type Id = Identified['id']

/** Which rows are chosen, and the way to choose others. */
export interface Selection {
  readonly ids: ReadonlySet<Id>
  onChange(ids: ReadonlySet<Id>): void
}

interface Parts<T extends Identified> {
  order: Ordered<T>
  selection: Selection | undefined
  activeIndex: number
  moveTo(index: number): void
}

/** The handlers for a table. Each answers whether the event was about choosing; then nothing else is to be done with it. */
export function useTableSelect<T extends Identified>({ order, selection, activeIndex, moveTo }: Parts<T>): { click(e: MouseEvent, index: number): boolean; key(e: KeyboardEvent): boolean } {
  const anchor = useRef<Id | undefined>(undefined)

  const toggle = (index: number) => {
    const id = order.at(index)?.id
    if (!selection || id === undefined) return
    const next = new Set(selection.ids)
    if (!next.delete(id)) next.add(id)
    anchor.current = id
    selection.onChange(next)
  }
  // From the row where choosing began to this one; what was chosen elsewhere stays.
  const reach = (index: number) => {
    if (!selection) return
    const from = anchor.current === undefined ? -1 : order.indexOf(anchor.current)
    const start = from < 0 ? activeIndex : from
    const next = new Set(selection.ids)
    for (let i = Math.max(0, Math.min(start, index)); i <= Math.max(start, index); i++) {
      const row = order.at(i)
      if (row) next.add(row.id)
    }
    anchor.current ??= order.at(start)?.id
    selection.onChange(next)
  }

  return {
    click(e, index) {
      const onTick = e.target instanceof Element && e.target.closest('[data-tick]') !== null
      if (!selection || !(onTick || e.ctrlKey || e.metaKey || e.shiftKey)) return false
      if (e.shiftKey) reach(index)
      else toggle(index)
      moveTo(index)
      e.preventDefault()
      return true
    },
    key(e) {
      if (!selection || e.altKey) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[e.key]
      if (e.key === ' ' && activeIndex >= 0) toggle(activeIndex)
      else if (e.shiftKey && step) {
        const to = Math.max(0, Math.min(order.length - 1, activeIndex + step))
        reach(to)
        moveTo(to)
      } else if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'a') {
        selection.onChange(new Set(Array.from({ length: order.length }, (_, i) => order.at(i)!.id)))
      } else if (e.key === 'Escape' && selection.ids.size > 0) {
        anchor.current = undefined
        selection.onChange(new Set())
      } else return false
      e.preventDefault()
      e.stopPropagation()
      return true
    },
  }
}
