import type { RaceEvent } from '../../api/types.ts'
import { SelectField } from '../../ui/SelectField.tsx'

/** Which race is planned; 0 is none yet. */
export function RaceField({ event, value, onChange }: { event: RaceEvent | undefined; value: number; onChange: (id: number) => void }) {
  const races = (event?.races ?? []).map((r) => ({ value: String(r.id), label: r.name }))
  return <SelectField label="Race" value={String(value)} options={value === 0 ? [{ value: '0', label: 'Choose a race' }, ...races] : races} onChange={(v) => onChange(Number(v))} />
}
