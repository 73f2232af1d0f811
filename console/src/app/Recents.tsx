import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { queries } from '../api/queries.ts'
import type { RaceEvent } from '../api/types.ts'
import { shortBib } from '../lib/units.ts'
import { usePreference } from '../lib/preferences.ts'
import { rowOf } from '../live/rows.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Swatch } from '../ui/Status.tsx'
import css from './Sidebar.module.css'

/** The people opened last, ten at most (SIDE-2). */
export function Recents({ eventId, event }: { eventId: number; event: RaceEvent | undefined }) {
  const [recent] = usePreference('recentParticipants')
  const { data } = useQuery({ ...queries.participants(eventId), enabled: eventId > 0 })
  const people = recent.filter((r) => r.raceEventId === eventId).flatMap((r) => rowOf(data, r.id) ?? [])
  if (people.length === 0) {
    return (
      <EmptyState icon={<History />} title="Nobody opened yet">
        The last ten people that you open stay here.
      </EmptyState>
    )
  }
  return (
    <ul>
      {people.map((p) => (
        <li key={p.id}>
          <Link className={css.person} to="/$raceEventId/participants/$id" params={{ raceEventId: eventId, id: p.id }}>
            <Swatch color={event?.races.find((r) => r.id === p.raceId)?.color ?? ''} />
            <span className={css.bib}>{shortBib(p.bib)}</span>
            <span className={css.name}>{`${p.firstName} ${p.lastName}`}</span>
            <span className={css.time}>{p.statusLabel}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
