import { CalendarClock, X } from 'lucide-react'
import { DISPOSITIONS, dispositionWord } from '../../lib/disposition.ts'
import { clock, ms } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckMenu } from '../../ui/CheckMenu.tsx'
import { DateTimeField } from '../../ui/DateTimeField.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { repeats, type Lookup } from './lookup.ts'
import { FILTERS, instantText, withValue, type CrossingsSearch, type FilterKey } from './search.ts'
import css from './crossings.module.css'

interface Props {
  view: CrossingsSearch
  change: (how: (view: CrossingsSearch) => CrossingsSearch) => void
  look: Lookup
}

interface Option { id: string; label: string; detail?: string }

/** What the list is narrowed to, in one line. Each filter that is on is lit and says what it lets through. */
export function Filters({ view, change, look }: Props) {
  const set = (key: FilterKey, value: string) => change((v) => withValue(v, key, value))
  const active = FILTERS.filter((k) => view[k] !== undefined).length
  const race = look.races.filter((r) => view.race === undefined || r.id === view.race)
  const splits = race.flatMap((r) => r.splits.map((s) => ({ id: String(s.id), label: repeats(r) && s.distance > 0 ? `${s.name} (laps)` : s.name, detail: look.races.length > 1 ? r.name : undefined })))
  return (
    <div className={css.filters} role="group" aria-label="Filters">
      <div className={css.find}>
        <SearchField label="Bib, name or tag" value={String(view.q ?? '')} onChange={(q) => set('q', q)} />
      </div>
      {view.bib === undefined ? null : (
        <Pill isSelected onChange={() => set('bib', '')}>
          Bib: {view.bib}
          <X size={12} aria-hidden />
        </Pill>
      )}
      {look.races.length > 1 ? <One label="Race" items={look.races.map((r) => ({ id: String(r.id), label: r.name }))} value={view.race} onChange={(v) => change((w) => withValue(withValue(w, 'race', v), 'split', ''))} /> : null}
      <One label="Split" items={splits} value={view.split} onChange={(v) => set('split', v)} />
      <One label="Source" items={look.sources.map((s) => ({ id: String(s.id), label: s.name }))} value={view.source} onChange={(v) => set('source', v)} />
      <CheckMenu
        label="What"
        items={DISPOSITIONS.map((d) => ({ id: d, label: dispositionWord(d) }))}
        selected={view.disposition === undefined ? [] : String(view.disposition).split('~')}
        onChange={(ids) => set('disposition', ids.join('~'))}
      />
      <One label="Valid" items={[{ id: 'yes', label: 'Valid' }, { id: 'no', label: 'Not valid' }]} value={view.valid} onChange={(v) => set('valid', v)} />
      <Pill isSelected={view.unmatched === 'yes'} onChange={(on) => set('unmatched', on ? 'yes' : '')}>
        Unknown only
      </Pill>
      <Span view={view} set={set} zone={look.zone} />
      {active > 0 ? (
        <Button look="quiet" icon={<X aria-hidden />} onPress={() => change((v) => FILTERS.reduce((w, key) => withValue(w, key, ''), v))}>
          {active === 1 ? 'Clear filter' : `Clear ${active} filters`}
        </Button>
      ) : null}
    </div>
  )
}

/** A menu of which one thing is ticked, or none. */
function One({ label, items, value, onChange }: { label: string; items: Option[]; value: string | number | undefined; onChange: (value: string) => void }) {
  const now = value === undefined ? [] : [String(value)]
  return <CheckMenu label={label} items={items} selected={now} onChange={(ids) => onChange(ids.find((id) => !now.includes(id)) ?? '')} />
}

/** From when to when, in the event's zone. */
function Span({ view, set, zone }: { view: CrossingsSearch; set: (key: FilterKey, value: string) => void; zone: string }) {
  const at = (text: string | number | undefined) => (Number.isNaN(ms(String(text ?? ''))) ? null : ms(String(text)))
  const [from, to] = [at(view.from), at(view.to)]
  const words = from === null && to === null ? 'When' : `${from === null ? '…' : clock(from, zone)} – ${to === null ? '…' : clock(to, zone)}`
  const error = from !== null && to !== null && to < from ? 'This is before the beginning.' : undefined
  return (
    <Popover
      label="When"
      trigger={
        <Pill isSelected={from !== null || to !== null}>
          <CalendarClock size={13} aria-hidden />
          {words}
        </Pill>
      }
    >
      <div className={css.span}>
        <DateTimeField label="From" value={from} zone={zone} clearable onChange={(v) => set('from', instantText(v))} />
        <DateTimeField label="To" value={to} zone={zone} from={from} clearable errorMessage={error} onChange={(v) => set('to', instantText(v))} />
      </div>
    </Popover>
  )
}
