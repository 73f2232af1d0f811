import type { ReactNode, RefObject } from 'react'
import { Dialog, OverlayArrow, Popover as AriaPopover } from 'react-aria-components'
import { Button } from './Button.tsx'
import css from './Popover.module.css'
import { type PopoverContent, SIDE_OFFSET, VIEWPORT_MARGIN } from './Popover.tsx'
import { useAlt } from './useAlt.ts'

interface Props {
  label: string
  triggerRef: RefObject<HTMLElement | null>
  onOpenChange: (open: boolean) => void
  direction?: 'bottom' | 'bottom start' | 'bottom end' | 'top' | 'left' | 'right'
  plain?: boolean
  done?: string
  alternate?: ReactNode
  children: PopoverContent
}

/** The window of a Popover, open for as long as it is there. */
export default function PopoverBox({ label, triggerRef, onOpenChange, direction = 'bottom', plain = false, done, alternate, children }: Props) {
  const alt = useAlt()
  const side = direction === 'left' || direction === 'right'
  const close = () => onOpenChange(false)
  return (
    <AriaPopover
      className={css.popover!}
      triggerRef={triggerRef}
      isOpen
      onOpenChange={onOpenChange}
      placement={direction}
      containerPadding={VIEWPORT_MARGIN}
      crossOffset={side ? SIDE_OFFSET : 0}
      offset={plain ? 6 : 10}
    >
      {plain ? null : (
        <OverlayArrow className={css.arrow!}>
          <svg width={22} height={11} viewBox="0 0 22 11" aria-hidden>
            <path d="M0 0 L11 11 L22 0" />
          </svg>
        </OverlayArrow>
      )}
      <Dialog className={`${css.dialog} ${plain ? css.tight : ''}`} aria-label={label}>
        {alt && alternate ? alternate : typeof children === 'function' ? children(close) : children}
        {done ? (
          <footer className={css.foot}>
            <Button look="primary" onPress={close}>
              {done}
            </Button>
          </footer>
        ) : null}
      </Dialog>
    </AriaPopover>
  )
}
