import { ms, shortDateTime } from '../../lib/time.ts'
import { DateTimeField } from '../../ui/DateTimeField.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import css from './editor.module.css'
import type { TabProps } from './EventForm.tsx'

/** 'Event Shirts': until when a shirt is promised, and the stock of the event (SHIRT-1 … SHIRT-6). */
export default function ShirtsTab({ draft, error }: TabProps) {
  const { shown, elsewhere, set, take } = draft
  const theirs = elsewhere.shirtCutoff
  return (
    <div className={`${css.panel} ${css.form}`}>
      <h3 className={css.heading}>Event Shirts</h3>
      <div>
        <DateTimeField
          label="Shirt Cutoff"
          zone={shown.timezone}
          value={shown.shirtCutoff === null ? null : ms(shown.shirtCutoff)}
          onChange={(at) => set('shirtCutoff', at === null ? null : new Date(at).toISOString())}
          clearable
          errorMessage={error('shirtCutoff')}
        />
        <p className={css.hint}>
          Entering a shirt cutoff will prevent anyone registered after the cutoff date from receiving a shirt. This may result in more participants going without a shirt and
          retaining a larger shirt inventory after the event.
        </p>
        <Elsewhere theirs={theirs === undefined ? undefined : theirs === null ? '' : shortDateTime(theirs, shown.timezone)} onTake={() => take('shirtCutoff')} />
      </div>
    </div>
  )
}
