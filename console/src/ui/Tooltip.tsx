import { type FocusEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './Kbd.tsx'
import css from './Tooltip.module.css'

interface Props {
  text: string
  keys?: string
  placement?: 'bottom' | 'right'
  children: ReactNode
}

const DELAY_MS = 400
const GAP = 6
const MARGIN = 8

/**
 * Words beside the thing that has the pointer or the keyboard's focus. They repeat its accessible name or add its keys,
 * so screen readers are spared them; they never hold the only copy of a fact.
 */
export function Tooltip({ text, keys, placement = 'bottom', children }: Props) {
  const wrap = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState(false)
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  const show = (wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(true), wait)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // The handlers only watch what happens to the thing inside; the wrapper itself has no box and cannot be reached.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span
      ref={wrap}
      className={css.wrap}
      onPointerEnter={(e) => e.pointerType === 'mouse' && show(DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onKeyDown={hide}
      onFocus={(e: FocusEvent<HTMLElement>) => e.target.matches(':focus-visible') && show(DELAY_MS)}
      onBlur={hide}
    >
      {children}
      {shown ? createPortal(<Tip of={wrap} placement={placement} text={text} keys={keys} />, document.body) : null}
    </span>
  )
}

function Tip({ of, placement, text, keys }: { of: RefObject<HTMLElement | null>; placement: 'bottom' | 'right'; text: string; keys: string | undefined }) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = tip.current
    const thing = of.current?.firstElementChild
    if (!box || !thing) return
    const a = thing.getBoundingClientRect()
    const b = box.getBoundingClientRect()
    const below = a.bottom + GAP + b.height + MARGIN < innerHeight
    const x = placement === 'right' ? a.right + GAP : a.left + a.width / 2 - b.width / 2
    const y = placement === 'right' ? a.top + a.height / 2 - b.height / 2 : below ? a.bottom + GAP : a.top - GAP - b.height
    box.style.left = `${Math.max(MARGIN, Math.min(innerWidth - b.width - MARGIN, x))}px`
    box.style.top = `${Math.max(MARGIN, y)}px`
  }, [of, placement])
  return (
    <div ref={tip} className={css.tip} aria-hidden>
      {text}
      {keys ? <Kbd keys={keys} /> : null}
    </div>
  )
}
