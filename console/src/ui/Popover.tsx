import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { useOpener } from './useOpener.ts'

/** Kept clear between a popover and the edge of the window (UI-2). */
export const VIEWPORT_MARGIN = 16
/** How far a popover at the side reaches past its button (UI-2). */
export const SIDE_OFFSET = 12

const load = () => import('./PopoverBox.tsx')
const PopoverBox = lazy(load)

/** What is inside: fixed, or made with the way to close it. */
export type PopoverContent = ReactNode | ((close: () => void) => ReactNode)

interface Props {
  label: string
  /** The React Aria button that opens it. */
  trigger: ReactElement
  /** Where it opens; it turns to the other side when there is no room (UI-1). */
  direction?: 'bottom' | 'bottom start' | 'bottom end' | 'top' | 'left' | 'right'
  /** A list needs no arrow and less air. */
  plain?: boolean
  /** Words of a button that closes it. */
  done?: string
  /** What to show while alt is held (UI-3). */
  alternate?: ReactNode
  children: PopoverContent
}

/** A small window that belongs to a button. Opening one closes the other (UI-4). */
export function Popover({ trigger, ...rest }: Props) {
  const { button, ref, isOpen, setOpen } = useOpener(trigger, 'dialog', load)
  return (
    <>
      {button}
      <Suspense>{isOpen ? <PopoverBox {...rest} triggerRef={ref} onOpenChange={setOpen} /> : null}</Suspense>
    </>
  )
}
