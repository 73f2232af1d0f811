import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react'
import type { Crossing } from '../../api/types.ts'
import { heldBack } from './list.ts'

/** The pointer rests this long before rows move again under it. */
const REST_MS = 4_000

/** Holds new rows back while the pointer is at work among the rows, and counts them. `view` is another whenever the list is another. */
export function useHeld(rows: readonly Crossing[], desc: boolean, view: string) {
  const [known, setKnown] = useState<{ view: string; ids: ReadonlySet<number> } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setKnown(null)
  }
  const hold = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(release, REST_MS)
    if (known?.view !== view) setKnown({ view, ids: new Set(rows.map((c) => c.id)) })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const ids = known?.view === view ? known.ids : null
  const state = useMemo(() => heldBack(rows, ids, desc), [rows, ids, desc])
  // A finger comes and goes with every touch: only what hovers can be surprised.
  return {
    ...state,
    release,
    handlers: {
      onPointerMove: (e: PointerEvent) => {
        if (e.pointerType === 'mouse') hold()
      },
      onPointerLeave: (e: PointerEvent) => {
        if (e.pointerType === 'mouse') release()
      },
    },
  }
}
