import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Popover } from '../ui/Popover.tsx'
import { StatusDot } from '../ui/Status.tsx'
import css from './StatusStrip.module.css'
import type { Light } from './strip.ts'

/** A state of the strip: its colour and word; opened it says more. */
export function Lamp({ light, children }: { light: Light; children: ReactNode }) {
  return (
    <li data-state={light.state} className={css.item}>
      <Popover
        label={light.words}
        trigger={
          <AriaButton className={css.lamp!}>
            <StatusDot state={light.state} />
            <span>{light.words}</span>
            <span className="said">{` (${SAID[light.state]})`}</span>
          </AriaButton>
        }
      >
        {children}
      </Popover>
    </li>
  )
}

const SAID = { good: 'good', warn: 'needs attention', bad: 'wrong', info: 'for information', off: 'not in use' }
