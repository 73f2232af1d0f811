import { type ReactNode, useId } from 'react'
import css from './Field.module.css'

export interface Choice { value: string; label: string }

interface Props {
  label: string
  hideLabel?: boolean
  value: string
  options: readonly Choice[]
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string
  isDisabled?: boolean
}

/** One of many, by the browser's own list: the best one on a phone and with a keyboard. */
export function SelectField({ label, hideLabel = false, value, options, onChange, hint, error, isDisabled = false }: Props) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label className={hideLabel ? 'said' : css.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={css.select}
        value={value}
        disabled={isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(e) => onChange(e.target.value)}
      >
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
      {hint ? (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {error ? (
        <span className={css.error} id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
