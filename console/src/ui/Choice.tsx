import { Label, Radio, RadioGroup } from 'react-aria-components'
import css from './Choice.module.css'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  hideLabel?: boolean
}

/** One of a few, all of them in sight. Arrows move between them. */
export function Choice<T extends string>({ label, value, options, onChange, hideLabel = false }: Props<T>) {
  return (
    <RadioGroup className={css.choice!} value={value} onChange={(v) => onChange(v as T)} orientation="horizontal" aria-label={hideLabel ? label : undefined}>
      {hideLabel ? null : <Label className={css.label}>{label}</Label>}
      <div className={css.options}>
        {options.map((o) => (
          <Radio key={o.value} value={o.value} className={css.option!}>
            {o.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
