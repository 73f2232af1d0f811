import { ms, shortDateTime } from '../../lib/time.ts'
import { DateTimeField } from '../../ui/DateTimeField.tsx'
import { ShirtCountsFields, type ShirtCounts } from '../../ui/ShirtCounts.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import css from './editor.module.css'
import { type EventFields, shirtsOf } from './eventFields.ts'
import type { TabProps } from './EventForm.tsx'

/** 'Event Shirts': until when a shirt is promised, and the stock of the event (SHIRT-1 … SHIRT-6). */
export default function ShirtsTab({ draft, error, onIncomplete }: TabProps & { onIncomplete: (incomplete: boolean) => void }) {
  const { shown, elsewhere, set, take } = draft
  const theirs = elsewhere.shirtCutoff
  const counts = shirtsOf(shown)
  const count = (next: ShirtCounts) => {
    if (next.unisex !== counts.unisex) set('unisex', next.unisex ?? false)
    if (next.wsizedown !== counts.wsizedown) set('wsizedown', next.wsizedown ?? false)
    for (const [size, n] of Object.entries(next.sizes ?? {})) if (!Object.is(n, counts.sizes[size])) set(`size.${size}`, n)
  }
  const errors = Object.fromEntries(Object.keys(counts.sizes).map((size) => [size, error(`shirtCounts.sizes.${size}`)]))
  const others = Object.keys(elsewhere).filter((k) => k === 'unisex' || k === 'wsizedown' || k.startsWith('size.')) as (keyof EventFields)[]
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
          onIncomplete={onIncomplete}
          errorMessage={error('shirtCutoff')}
        />
        <p className={css.hint}>
          Entering a shirt cutoff will prevent anyone registered after the cutoff date from receiving a shirt. This may result in more participants going without a shirt and
          retaining a larger shirt inventory after the event.
        </p>
        <Elsewhere theirs={theirs === undefined ? undefined : theirs === null ? '' : shortDateTime(theirs, shown.timezone)} onTake={() => take('shirtCutoff')} />
      </div>
      <div>
        <ShirtCountsFields value={counts} onChange={count} errors={errors} />
        {others.map((key) => (
          <Elsewhere key={key} what={wordsOf(String(key))} theirs={said(elsewhere[key])} onTake={() => take(key)} />
        ))}
      </div>
    </div>
  )
}

function said(value: EventFields[keyof EventFields] | undefined): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '')
}

const CUTS: Record<string, string> = { w: 'Women’s ', m: 'Men’s ', y: 'Youth ' }

function wordsOf(key: string): string {
  if (key === 'unisex') return 'Unisex'
  if (key === 'wsizedown') return 'Size Down Women'
  const [, cut = '', size = ''] = /^size\.([wmy]?)(xs|s|m|l|xl|xxl)$/.exec(key) ?? []
  return `${CUTS[cut] ?? ''}${size === 'xxl' ? '2XL' : size.toUpperCase()}`
}
