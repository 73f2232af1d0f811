import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import css from './Splitter.module.css'

interface Props {
  label: string
  /** Width of what lies to the right of it, in pixels. */
  width: number
  min: number
  max: number
  onChange: (width: number) => void
}

/** The edge of a column at the right, to be dragged or moved with the arrows. */
export function Splitter({ label, width, min, max, onChange }: Props) {
  const from = useRef<{ x: number; width: number } | null>(null)
  const set = (w: number) => onChange(Math.round(Math.min(max, Math.max(min, w))))
  const down = (e: PointerEvent<HTMLDivElement>) => {
    e.currentTarget.setPointerCapture(e.pointerId)
    from.current = { x: e.clientX, width }
  }
  const move = (e: PointerEvent) => from.current && set(from.current.width - (e.clientX - from.current.x))
  const key = (e: KeyboardEvent) => {
    const step = e.shiftKey ? 64 : 16
    const next = { ArrowLeft: width + step, ArrowRight: width - step, Home: max, End: min }[e.key]
    if (next === undefined) return
    e.preventDefault()
    set(next)
  }
  return (
    // A focusable separator is the pattern that ARIA gives for a moveable edge; the lint rule knows only the still one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={css.splitter}
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => (from.current = null)}
      onKeyDown={key}
    />
  )
}
