import type { EventSource, RaceEvent } from '../../api/types.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import css from './manual.module.css'

interface Props {
  event: RaceEvent
  sources: readonly EventSource[] | undefined
  value: number
  onChoose: (id: number) => void
}

/** Where the times are taken: those of this event first, with the splits that stand there. Required. */
export function SourceChoice({ event, sources, value, onChoose }: Props) {
  const there = (sources ?? []).filter((s) => !s.deleted)
  const at = (id: number) => [...new Set(event.races.flatMap((r) => r.splits.filter((s) => s.eventRoutes.some((e) => e.eventSourceId === id)).map((s) => s.name)))]
  const options = there
    .map((s) => ({ s, splits: at(s.id) }))
    .toSorted((a, b) => Number(b.splits.length > 0) - Number(a.splits.length > 0) || a.s.name.localeCompare(b.s.name))
    .map(({ s, splits }) => ({ value: String(s.id), label: splits.length === 0 ? s.name : `${s.name} (${some(splits)})` }))
  const known = there.some((s) => s.id === value)
  return (
    <div className={css.source}>
      <SelectField
        label="Event source"
        hideLabel
        value={known ? String(value) : ''}
        options={known ? options : [{ value: '', label: 'Choose an event source' }, ...options]}
        error={known || sources === undefined ? undefined : 'Choose where these times are taken.'}
        onChange={(v) => onChoose(Number(v))}
      />
    </div>
  )
}

function some(names: string[]): string {
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}
