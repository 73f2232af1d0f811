import { Radio, RadioGroup } from 'react-aria-components'
import css from './ColorField.module.css'
import { TextField } from './TextField.tsx'

// Told apart by most eyes, and by print in grey as well as can be.
const OFFERED = [
  ['#d55e00', 'Vermilion'],
  ['#e07b1f', 'Orange'],
  ['#c99700', 'Gold'],
  ['#009e73', 'Green'],
  ['#0f9d8a', 'Teal'],
  ['#0072b2', 'Blue'],
  ['#5b8def', 'Sky'],
  ['#7c5cff', 'Violet'],
  ['#b5478f', 'Plum'],
  ['#596570', 'Slate'],
] as const

interface Props {
  label: string
  /** "#0f766e", "" for none; whatever else is being typed. */
  value: string
  onChange: (value: string) => void
  hint?: string
  error?: string
}

/** A colour: one of ten that are easy to tell apart, or any by its six digits. */
export function ColorField({ label, value, onChange, hint, error }: Props) {
  const known = OFFERED.find(([hex]) => hex === value.toLowerCase())
  return (
    <div className={css.field}>
      <div className={css.text}>
        <TextField label={label} value={value} onChange={(v) => onChange(v.trim())} placeholder="none" error={error} hint={hint} verbatim />
        <span className={css.sample} style={/^#[0-9a-f]{6}$/i.test(value) ? { background: value } : undefined} aria-hidden />
      </div>
      <RadioGroup className={css.offered!} aria-label={`${label}: easy to tell apart`} value={known?.[0] ?? null} onChange={onChange} orientation="horizontal">
        {OFFERED.map(([hex, name]) => (
          <Radio key={hex} value={hex} className={css.offer!} aria-label={name} style={{ background: hex }} />
        ))}
      </RadioGroup>
    </div>
  )
}
