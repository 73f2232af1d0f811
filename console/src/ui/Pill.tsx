import type { ReactNode } from 'react'
import { ToggleButton, type ToggleButtonProps } from 'react-aria-components'
import css from './Pill.module.css'

/** A filter that is on or off; on is seen from across the room. */
export function Pill({ children, ...rest }: Omit<ToggleButtonProps, 'children' | 'className' | 'style'> & { children: ReactNode }) {
  return (
    <ToggleButton {...rest} className={css.pill!}>
      {children}
    </ToggleButton>
  )
}
