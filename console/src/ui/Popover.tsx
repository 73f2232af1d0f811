import type { ReactElement, ReactNode } from 'react'
import { Dialog, DialogTrigger, OverlayArrow, Popover as AriaPopover } from 'react-aria-components'
import { Button } from './Button.tsx'
import css from './Popover.module.css'
import { useAlt } from './useAlt.ts'

/** Kept clear between a popover and the edge of the window (UI-2). */
export const VIEWPORT_MARGIN = 16
/** How far a popover at the side reaches past its button (UI-2). */
export const SIDE_OFFSET = 12

interface Props {
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  /** Where it opens; it turns to the other side when there is no room (UI-1). */
  direction?: 'bottom' | 'top' | 'left' | 'right'
  /** Words of a button that closes it. */
  done?: string
  /** What to show while alt is held (UI-3). */
  alternate?: ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A small window that belongs to a button. Opening one closes the other (UI-4). */
export function Popover({ label, trigger, direction = 'bottom', done, alternate, children }: Props) {
  const alt = useAlt()
  const side = direction === 'left' || direction === 'right'
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className={css.popover!} placement={direction} containerPadding={VIEWPORT_MARGIN} crossOffset={side ? SIDE_OFFSET : 0} offset={10}>
        <OverlayArrow className={css.arrow!}>
          <svg width={22} height={11} viewBox="0 0 22 11" aria-hidden>
            <path d="M0 0 L11 11 L22 0" />
          </svg>
        </OverlayArrow>
        <Dialog className={css.dialog!} aria-label={label}>
          {({ close }) => (
            <>
              {alt && alternate ? alternate : typeof children === 'function' ? children(close) : children}
              {done ? (
                <footer className={css.foot}>
                  <Button look="primary" onPress={close}>
                    {done}
                  </Button>
                </footer>
              ) : null}
            </>
          )}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
