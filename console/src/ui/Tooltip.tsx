import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import { Kbd } from './Kbd.tsx'
import css from './Tooltip.module.css'

interface Props {
  text: string
  keys?: string
  placement?: 'top' | 'bottom' | 'left' | 'right'
  /** Something that can be focused: a React Aria button or link. */
  children: ReactElement
}

/** Words beside the thing that has the pointer or the focus. They add to what is there and never hold the only copy of a fact. */
export function Tooltip({ text, keys, placement = 'bottom', children }: Props) {
  return (
    <TooltipTrigger delay={400} closeDelay={60}>
      {children}
      <AriaTooltip className={css.tip} placement={placement} offset={6} containerPadding={8}>
        {text}
        {keys ? <Kbd keys={keys} /> : null}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
