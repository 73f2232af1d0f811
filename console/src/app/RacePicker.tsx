import { Checkbox } from '../ui/Checkbox.tsx'
import { Swatch } from '../ui/Status.tsx'
import type { RaceEvent } from '../api/types.ts'
import css from './RacePicker.module.css'

interface Props {
  event: RaceEvent
  picked: ReadonlySet<number>
  onChange: (picked: ReadonlySet<number>) => void
}

/** Which races an action is about; all of them to begin with. */
export function RacePicker({ event, picked, onChange }: Props) {
  const toggle = (id: number, on: boolean) => onChange(new Set(on ? [...picked, id] : [...picked].filter((x) => x !== id)))
  return (
    <div className={css.races} role="group" aria-label="Races">
      {event.races.map((r) => (
        <Checkbox key={r.id} isSelected={picked.has(r.id)} onChange={(on) => toggle(r.id, on)}>
          <Swatch color={r.color} /> {r.name}
        </Checkbox>
      ))}
    </div>
  )
}

/** All races of an event. */
export function allRaces(event: RaceEvent): ReadonlySet<number> {
  return new Set(event.races.map((r) => r.id))
}
