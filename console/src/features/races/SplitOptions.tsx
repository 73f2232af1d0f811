import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { usePreference } from '../../lib/preferences.ts'
import { placeAt } from '../../lib/track.ts'
import { distance, distanceUnit } from '../../lib/units.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Edited, onOff } from './Edited.tsx'
import { useEditor } from './editor.ts'
import css from './races.module.css'
import { Routing } from './Routing.tsx'
import { TimeField } from './TimeField.tsx'
import type { SplitView } from './view.ts'

const TOGGLES = [
  ['isPublic', 'Public'],
  ['crewAccessible', 'Crew'],
  ['isTransitionPoint', 'Transition Point'],
] as const

/** One split: where it is, what it is for, and what it hears (SPLIT-2 … SPLIT-5). */
export function SplitOptions({ split }: { split: SplitView }) {
  const { view, edit, error } = useEditor()
  const location = useLocation(split)
  const [miles] = usePreference('wantsMiles')
  const path = `split/${split.key}`
  return (
    <div className={css.panel}>
      <h3>Split Options</h3>
      <Edited path={`${path}/name`}>
        <TextField label="Name" value={split.name} onChange={(v) => edit(`${path}/name`, v)} error={error(`${path}/name`)} />
      </Edited>
      <div className={css.pair}>
        <Edited path={`${path}/distance`} say={(m: number) => `${m} m`}>
          <NumberField
            label="Distance"
            value={split.distance}
            step={0.1}
            min={0}
            unit="m"
            hint={`${distance(split.distance, miles, 2)} ${distanceUnit(miles)}`}
            onChange={(m) => edit(`${path}/distance`, m)}
            error={error(`${path}/distance`)}
          />
        </Edited>
        <div className={css.cell}>
          <span className={css.fieldLabel} id={`${split.key}-location`}>
            Location
          </span>
          <output className={css.readOnly} aria-labelledby={`${split.key}-location`}>
            {location}
          </output>
        </div>
      </div>
      <TimeField label="Cutoff" path={`${path}/cutoff`} value={split.cutoff} from={view.startTime} />
      <div className={css.toggles}>
        {TOGGLES.map(([name, label]) => (
          <Edited key={name} path={`${path}/${name}`} say={onOff}>
            <Switch isSelected={split[name]} onChange={(v) => edit(`${path}/${name}`, v)}>
              {label}
            </Switch>
          </Edited>
        ))}
      </div>
      <Routing split={split} />
    </div>
  )
}

/** Latitude and longitude to three decimals, or '(unset)' (SPLIT-3): on the course as it would be saved now, else as it was saved. */
function useLocation({ key, distance, point }: SplitView): string {
  const { event, draft, view } = useEditor()
  const moved = draft.base.splits.find((s) => s.key === key)?.distance !== distance
  const asked = draft.track === undefined && moved && event !== null && draft.raceId !== null
  const saved = useQuery({ ...queries.course(event?.id ?? 0, draft.raceId ?? 0), enabled: asked })
  const course = asked ? saved.data : draft.track
  const place = course ? placeAt(course, distance, view.isLoop) : draft.track === undefined && !moved ? point : null
  return place ? `${place.lat.toFixed(3)}, ${place.lon.toFixed(3)}` : '(unset)'
}
