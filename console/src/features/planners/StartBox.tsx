import { type RefObject, useState } from 'react'
import { Choice } from '../../ui/Choice.tsx'
import PopoverBox from '../../ui/PopoverBox.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { type Line, PREFERENCES, signed, termsOf } from './lines.ts'
import type { StartEdit } from './usePersonStart.ts'
import css from './planners.module.css'

interface Props {
  line: Line
  prefWeight: number
  elite: boolean
  anchor: RefObject<HTMLElement | null>
  onSave: (edit: StartEdit) => void
  onClose: () => void
}

const STEPS = ['-1', '-0.5', '0', '0.5', '1'].map((value) => ({ value, label: value.replace('-', '−') }))

/** The popover of one person: weight and start preference, saved at once, and what their score is made of (WPLAN-4). */
export default function StartBox({ line, prefWeight, elite, anchor, onSave, onClose }: Props) {
  const [weight, setWeight] = useState(line.weight)
  const settle = () => {
    if (weight !== line.weight) onSave({ waveWeight: weight })
  }
  const close = (open: boolean) => {
    if (open) return
    settle()
    onClose()
  }
  return (
    <PopoverBox label={`Start of ${line.name}`} triggerRef={anchor} onOpenChange={close}>
      <div className={css.person}>
        <h3>
          {line.bib ? <span className={css.mono}>#{line.bib} </span> : null}
          {line.name}
        </h3>
        <SelectField label="Start preference" value={line.pref} options={PREFERENCES} onChange={(wavePref) => onSave({ wavePref })} />
        <Slider label="Wave weight" min={-1} max={1} step={0.01} value={weight} onChange={setWeight} onSettled={settle} ends={['later', 'earlier']} />
        <Choice
          label="Wave weight in steps"
          hideLabel
          value={String(weight)}
          options={STEPS}
          onChange={(v) => {
            setWeight(Number(v))
            onSave({ waveWeight: Number(v) })
          }}
        />
        {line.request ? <p className={css.note}>Asked for: {line.request}</p> : null}
        <dl className={css.terms} aria-label="What the score is made of">
          {termsOf(line.start, prefWeight, elite).map((t) => (
            <div key={t.words} style={{ display: 'contents' }} data-sum={t.sum}>
              <dt>{t.words}</dt>
              <dd>{signed(t.value)}</dd>
            </div>
          ))}
        </dl>
        {line.remark ? <p className={css.note}>{line.remark}</p> : null}
      </div>
    </PopoverBox>
  )
}
