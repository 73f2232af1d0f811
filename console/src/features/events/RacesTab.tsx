import { Pencil, Plus } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { RaceEvent } from '../../api/types.ts'
import { usePreference } from '../../lib/preferences.ts'
import { clock, shortDay } from '../../lib/time.ts'
import { distance, distanceUnit } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Swatch } from '../../ui/Status.tsx'
import css from './editor.module.css'
import { useOpenRace } from './races.tsx'

/** The races of the event, the longest first, each with the way to its details (EVT-9 … EVT-11). */
export function RacesTab({ event, zone }: { event: RaceEvent | undefined; zone: string }) {
  const open = useOpenRace()
  const [miles] = usePreference('wantsMiles')
  const races = (event?.races ?? []).toSorted((a, b) => b.distance - a.distance || a.id - b.id)
  const when = (at: string | null, none: string) =>
    at ? (
      <>
        {shortDay(at, zone)} <span className="mono">{clock(at, zone)}</span>
      </>
    ) : (
      <span className={css.quiet}>{none}</span>
    )
  return (
    <div className={css.panel}>
      {races.length === 0 ? (
        <EmptyState title="No Races" />
      ) : (
        <table className={css.races}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={css.number}>
                Distance
              </th>
              <th scope="col">Looped?</th>
              <th scope="col">Format</th>
              <th scope="col">Start Time</th>
              <th scope="col">Cutoff</th>
              <th scope="col">
                <span className="said">Edit</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {races.map((r) => (
              <tr key={r.id}>
                <th scope="row">
                  <AriaButton className={css.race!} excludeFromTabOrder onPress={() => open(r)}>
                    <Swatch color={r.color} />
                    {r.name}
                  </AriaButton>
                </th>
                <td className={css.number} data-label="Distance">
                  {distance(r.distance, miles)} {distanceUnit(miles)}
                </td>
                <td data-label="Looped?">{r.isLoop ? 'Looped' : 'Point to Point'}</td>
                <td data-label="Format">{r.isTimed ? 'Fixed Time' : 'Fixed Distance'}</td>
                <td data-label={r.startTime ? 'Start Time' : 'Start'}>{when(r.startTime, 'Unset')}</td>
                <td data-label={r.cutoff ? 'Cutoff' : ''}>{when(r.cutoff, 'No Cutoff')}</td>
                <td className={css.act}>
                  <Button icon={<Pencil aria-hidden />} aria-label={`Edit ${r.name}`} onPress={() => open(r)}>
                    Edit
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={css.foot}>
        <Button icon={<Plus aria-hidden />} onPress={() => open(null)}>
          Add Race
        </Button>
      </div>
    </div>
  )
}
