import { SelectField } from '../../ui/SelectField.tsx'
import { ShirtCountsFields } from '../../ui/ShirtCounts.tsx'
import { Edited, onOff } from './Edited.tsx'
import { type Editor, useEditor } from './editor.ts'
import css from './races.module.css'
import type { ShirtCounts } from './view.ts'

const NONE = 'none'

/** Where the shirts of this race come from, and how many there are (SHIRT-8, A-85). */
export default function ShirtsTab() {
  const editor = useEditor()
  const { view, edit, error } = editor
  const { strategy = '', disabled = false } = view.shirts
  const own = !disabled && (strategy === 'this' || strategy === 'all')
  const sizes = Object.keys(view.shirts.sizes ?? {})
  const choose = (to: string) => {
    edit('shirts/disabled', to === NONE)
    if (to !== NONE) edit('shirts/strategy', to)
  }
  return (
    <div className={css.shirts}>
      <Edited path="shirts/strategy" say={(s: string) => strategies(editor).find((o) => o.value === s)?.label ?? s}>
        <SelectField label="Count Strategy" value={disabled ? NONE : strategy} options={strategies(editor)} onChange={choose} hint={meaning(editor, disabled ? NONE : strategy)} error={error('shirts/strategy')} />
      </Edited>
      {disabled ? null : (
        <ShirtCountsFields
          value={own ? view.shirts : stockOf(editor, strategy)}
          isDisabled={!own}
          errors={Object.fromEntries(sizes.map((s) => [s, error(`shirts/sizes/${s}`)]))}
          onChange={(to) => write(view.shirts, to, edit)}
        />
      )}
      {own ? ['unisex', 'wsizedown'].map((name) => <Edited key={name} path={`shirts/${name}`} say={onOff} />) : null}
      {own ? sizes.map((s) => <Edited key={s} path={`shirts/sizes/${s}`} say={(n: number) => `${n} of ${s.toUpperCase()}`} />) : null}
    </div>
  )
}

// Only the thing that differs is an edit.
function write(was: ShirtCounts, to: ShirtCounts | { readonly sizes?: Readonly<Record<string, number>> }, edit: Editor['edit']) {
  const next = to as ShirtCounts
  if ((next.unisex ?? false) !== (was.unisex ?? false)) return edit('shirts/unisex', next.unisex ?? false)
  if ((next.wsizedown ?? false) !== (was.wsizedown ?? false)) return edit('shirts/wsizedown', next.wsizedown ?? false)
  for (const [size, n] of Object.entries(next.sizes ?? {})) if (!Object.is(n, was.sizes?.[size])) edit(`shirts/sizes/${size}`, n)
}

function strategies({ event, draft }: Editor) {
  const others = (event?.races ?? []).filter((r) => r.id !== draft.raceId)
  return [
    { value: '', label: 'Event Counts' },
    { value: 'this', label: 'This Race' },
    { value: 'all', label: 'All Races' },
    ...others.map((r) => ({ value: String(r.id), label: `Same as ${r.name}` })),
    { value: NONE, label: 'No Shirts' },
  ]
}

function meaning({ event }: Editor, strategy: string): string {
  switch (strategy) {
    case '':
      return 'Draws on the stock of the event.'
    case 'this':
      return 'Its own stock, for its people alone.'
    case 'all':
      return 'Its own stock, added to that of the event and open to every race on event counts.'
    case NONE:
      return 'This race gives no shirts.'
    default:
      return `Draws on the stock of ${event?.races.find((r) => String(r.id) === strategy)?.name ?? 'a race that is no longer there'}.`
  }
}

// What the fields show while they cannot be written: the stock that is drawn on.
function stockOf({ event }: Editor, strategy: string): ShirtCounts {
  return (strategy === '' ? event?.shirtCounts : event?.races.find((r) => String(r.id) === strategy)?.shirtCounts) ?? {}
}
