import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Radio } from 'lucide-react'
import { queries } from '../api/queries.ts'
import type { Crossing, RaceEvent } from '../api/types.ts'
import { usePreference } from '../lib/preferences.ts'
import { clock } from '../lib/time.ts'
import { shortBib } from '../lib/units.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Notice, Swatch } from '../ui/Status.tsx'
import css from './Sidebar.module.css'

/** The last twelve crossings at a split (SIDE-3). */
export function LastSeen({ eventId, event }: { eventId: number; event: RaceEvent | undefined }) {
  const [stored, setSplit] = usePreference('lastSeenSelectedSplitId')
  const splits = event?.races.flatMap((race) => race.splits.map((split) => ({ race, split }))) ?? []
  const split = splits.some((s) => s.split.id === stored) ? stored : (splits.at(-1)?.split.id ?? 0)
  const { data, isPending, error } = useQuery({ ...queries.recentCrossings(eventId, split), enabled: eventId > 0 && split > 0 })
  if (splits.length === 0) {
    return (
      <EmptyState icon={<Radio />} title="No splits">
        Once a race has splits, the last crossings of one are listed here.
      </EmptyState>
    )
  }
  return (
    <>
      <label className={css.pick}>
        Split
        <select value={split} onChange={(e) => setSplit(Number(e.target.value))}>
          {splits.map(({ race, split }) => (
            <option key={split.id} value={split.id}>{`${race.name}: ${split.name}`}</option>
          ))}
        </select>
      </label>
      {isPending ? <Skeleton /> : null}
      {error ? <Notice state="bad">{error.message}</Notice> : null}
      {data?.length === 0 ? <EmptyState title="Nobody yet">The first crossing here will show at once.</EmptyState> : null}
      <ul>{data?.slice(0, 12).map((c) => <Row key={c.id} crossing={c} eventId={eventId} zone={event!.timezone} />)}</ul>
    </>
  )
}

function Row({ crossing: c, eventId, zone }: { crossing: Crossing; eventId: number; zone: string }) {
  const body = (
    <>
      <Swatch color={c.color} />
      <span className={css.bib}>{shortBib(c.bib || c.tag)}</span>
      <span className={css.name}>{c.participantId ? `${c.firstName} ${c.lastName}` : 'Unknown Participant'}</span>
      <span className={css.time}>{clock(c.timestamp, zone)}</span>
    </>
  )
  if (!c.participantId) return <li className={css.person}>{body}</li>
  return (
    <li>
      <Link className={css.person} to="/$raceEventId/participants/$id" params={{ raceEventId: eventId, id: c.participantId }}>
        {body}
      </Link>
    </li>
  )
}
