import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components'
import css from './Checkbox.module.css'

/** A thing that is or is not so. */
export function Checkbox({ children, ...rest }: Omit<CheckboxProps, 'children' | 'className' | 'style'> & { children: ReactNode }) {
  return (
    <AriaCheckbox {...rest} className={css.checkbox!}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={css.box} aria-hidden>
            {isIndeterminate ? <Minus /> : isSelected ? <Check /> : null}
          </span>
          <span className={css.words}>{children}</span>
        </>
      )}
    </AriaCheckbox>
  )
}
