import { type ReactNode, useId } from 'react'
import field from './Field.module.css'
import css from './Slider.module.css'

interface Props {
  label: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
  /** The value is settled: the pointer has let go, a key is up. */
  onSettled?: () => void
  /** Words at both ends. */
  ends?: readonly [string, string]
  hint?: ReactNode
  error?: string
  isDisabled?: boolean
}

/** A number between two ends, by the browser's own slider, with its figure beside the label. */
export function Slider({ label, value, min, max, step, onChange, onSettled, ends, hint, error, isDisabled = false }: Props) {
  const id = useId()
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={field.field}>
      <span className={css.head}>
        <label className={field.label} htmlFor={id}>
          {label}
        </label>
        <output className={css.value} htmlFor={id}>
          {value.toFixed(decimals)}
        </output>
      </span>
      <input
        id={id}
        type="range"
        className={css.range}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={isDisabled}
        aria-describedby={described || undefined}
        onChange={(e) => onChange(Number(e.target.value))}
        onPointerUp={onSettled}
        onKeyUp={onSettled}
        onBlur={onSettled}
      />
      {ends ? (
        <span className={css.ends} aria-hidden>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </span>
      ) : null}
      {hint ? (
        <span className={field.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {error ? (
        <span className={field.error} id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
