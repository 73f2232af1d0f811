import type { ReactNode } from 'react'
import css from './FormRow.module.css'

/** One line of a form or of settings: what it is, a word about it, and the control. */
export function FormRow({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.row}>
      <div className={css.words}>
        <div className={css.label}>{label}</div>
        {hint ? <div className={css.hint}>{hint}</div> : null}
      </div>
      <div className={css.control}>{children}</div>
    </div>
  )
}
