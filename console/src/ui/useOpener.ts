import type { KeyboardEvent } from 'react-aria-components'
import { cloneElement, type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Opener {
  /** The button, now opening and closing. It stays the same element, so that the focus can come back to it. */
  button: ReactElement
  ref: RefObject<HTMLElement | null>
  isOpen: boolean
  setOpen: (open: boolean) => void
}

/**
 * Makes a React Aria button open something whose code is loaded when somebody reaches for it, by pointer or by focus:
 * the first load is spared the weight of every menu and popover.
 */
export function useOpener(trigger: ReactElement, kind: 'menu' | 'dialog', load: () => Promise<unknown>): Opener {
  const ref = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  // What was open takes the focus with it when it goes; whoever has put it elsewhere meanwhile keeps it there.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) ref.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const reach = () => void load()
  const more = {
    ref,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onPress: () => setOpen(!isOpen),
    onHoverStart: reach,
    onFocus: reach,
    // React Aria keeps every key that somebody listens to; Escape and the letters of the screen are not ours.
    onKeyDown: (e: KeyboardEvent) => (kind === 'menu' && e.key === 'ArrowDown' ? setOpen(true) : e.continuePropagation()),
  }
  // The ref is handed on, not read: the button fills it when it is drawn.
  // oxlint-disable-next-line react/refs
  return { button: cloneElement(trigger as ReactElement<Record<string, unknown>>, more), ref, isOpen, setOpen }
}
