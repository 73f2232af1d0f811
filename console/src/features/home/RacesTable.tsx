import { Link } from '@tanstack/react-router'
import { clock } from '../../lib/time.ts'
import { count } from '../../lib/units.ts'
import { Swatch } from '../../ui/Status.tsx'
import type { RaceLine } from './glance.ts'
import css from './HomeScreen.module.css'

/** Every race with how many are where. */
export function RacesTable({ lines, zone }: { lines: RaceLine[]; zone: string }) {
  if (lines.length === 0) return <p className={css.quiet}>This event has no races yet.</p>
  return (
    <table className={css.races}>
      <caption>Races</caption>
      <thead>
        <tr>
          <th scope="col">Race</th>
          <th scope="col">People</th>
          <th scope="col">Current</th>
          <th scope="col">Finished</th>
          <th scope="col">DNS</th>
          <th scope="col">DNF</th>
          <th scope="col" className={css.wide}>
            Last seen
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ race, people, counts, lastSeen }) => (
          <tr key={race.id}>
            <th scope="row">
              <Link to="/$raceEventId/participants" params={{ raceEventId: race.raceEventId }} search={{ race: race.id }} className={css.race}>
                <Swatch color={race.color} />
                <span>{race.name}</span>
              </Link>
            </th>
            <td>{count(people)}</td>
            <td>{count(counts.current)}</td>
            <td>{count(counts.finished)}</td>
            <td>{count(counts.dns)}</td>
            <td>{count(counts.dnf)}</td>
            <td className={`mono ${css.wide}`}>{clock(lastSeen, zone)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
