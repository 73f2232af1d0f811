import { useId, useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import { paceOf, speedOf, speedWords, whole } from './pace.ts'
import css from './races.module.css'

interface Props {
  /** Metres per second; 0 = no test. */
  speed: number
  onChange: (speed: number) => void
  error: string | undefined
}

/** The fastest pace that is believed, as minutes and seconds per kilometre (RACE-5). */
export function Pace({ speed, onChange, error }: Props) {
  const label = useId()
  const [typed, setTyped] = useState<{ min: string; sec: string; speed: number } | null>(null)
  const { min, sec } = paceOf(speed)
  // What was typed stays as it was typed while it is what is meant.
  const text = typed && typed.speed === speed ? typed : { min: String(min), sec: String(sec).padStart(2, '0') }
  const write = (part: { min?: string; sec?: string }) => {
    const next = { min: text.min, sec: text.sec, ...part }
    const to = speedOf(whole(next.min), whole(next.sec))
    setTyped({ ...next, speed: to })
    onChange(to)
  }
  return (
    <div role="group" aria-labelledby={label} className={css.paceField}>
      <span className={css.fieldLabel} id={label}>
        Fastest Pace
      </span>
      <div className={css.pace}>
        <TextField label="Minutes" hideLabel inputMode="numeric" value={text.min} onChange={(v) => write({ min: v })} onBlur={() => setTyped(null)} />
        <span aria-hidden>:</span>
        <TextField label="Seconds" hideLabel inputMode="numeric" value={text.sec} onChange={(v) => write({ sec: v })} onBlur={() => setTyped(null)} />
        <span className={css.quiet}>min per km</span>
      </div>
      <p className={css.note}>{speedWords(speed)}</p>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
