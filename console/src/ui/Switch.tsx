import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps } from 'react-aria-components'
import css from './Switch.module.css'

/** A setting that takes effect at once. */
export function Switch({ children, ...rest }: Omit<SwitchProps, 'children' | 'className' | 'style'> & { children: ReactNode }) {
  return (
    <AriaSwitch {...rest} className={css.switch!}>
      <span className={css.track} aria-hidden>
        <span className={css.knob} />
      </span>
      {children}
    </AriaSwitch>
  )
}
