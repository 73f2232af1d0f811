import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components'
import css from './Field.module.css'
import own from './NumberField.module.css'
import { numberText, parseNumber } from './number.ts'

interface Props {
  label: string
  hideLabel?: boolean
  /** NaN shows an empty field, or whatever was typed that is no number. */
  value: number
  /** Told at every key: NaN while what is typed is no number. */
  onChange: (value: number) => void
  /** What an empty field means; without it, no number. */
  empty?: number
  /** What an arrow adds; with shift ten times that. Its decimals are those of the field. */
  step?: number
  /** Arrows stop here. What is typed may be less: whoever judges the number says what is wrong with it. */
  min?: number
  /** Written behind the number: km, min. */
  unit?: string
  hint?: ReactNode
  error?: string
  isDisabled?: boolean
}

/** A number in a field of its own width. Figures stand right, so that they line up below each other. */
export function NumberField({ label, hideLabel = false, value, onChange, empty = Number.NaN, step = 1, min, unit, hint, error, isDisabled = false }: Props) {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  const [typed, setTyped] = useState({ text: numberText(value, decimals), value })
  // What was typed stays as it was typed, until the number becomes another one from elsewhere.
  const text = Object.is(typed.value, value) ? typed.text : numberText(value, decimals)
  const write = (next: string) => {
    const n = parseNumber(next) ?? empty
    setTyped({ text: next, value: n })
    if (!Object.is(n, value)) onChange(n)
  }
  const key = (e: KeyboardEvent) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[e.key]
    if (!way) return
    e.preventDefault()
    const from = Number.isNaN(value) ? 0 : value
    const to = Number((from + way * step * (e.shiftKey ? 10 : 1)).toFixed(decimals))
    write(numberText(min === undefined ? to : Math.max(min, to), decimals))
  }
  return (
    <TextField
      className={css.field}
      value={text}
      onChange={write}
      onBlur={() => setTyped({ text: Number.isNaN(value) ? text : numberText(value, decimals), value })}
      isInvalid={!!error}
      isDisabled={isDisabled}
      aria-label={hideLabel ? label : undefined}
    >
      {hideLabel ? null : <Label className={css.label}>{label}</Label>}
      <span className={own.box}>
        <Input className={`${css.input} ${own.input} ${unit ? own.withUnit : ''}`} inputMode="decimal" autoComplete="off" onKeyDown={key} />
        {unit ? (
          <span className={own.unit} aria-hidden>
            {unit}
          </span>
        ) : null}
      </span>
      {hint ? (
        <Text slot="description" className={css.hint}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={css.error}>{error}</FieldError>
    </TextField>
  )
}
