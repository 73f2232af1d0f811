import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Pencil, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { queries } from '../../api/queries.ts'
import type { RaceEvent } from '../../api/types.ts'
import { days, weekdayTime, zoneName } from '../../lib/time.ts'
import { usePreference } from '../../lib/preferences.ts'
import { distance, distanceUnit } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Badge, Notice, Swatch } from '../../ui/Status.tsx'
import { EventRows } from './EventRows.tsx'
import { eventSpan } from './eventSpan.ts'
import css from './EventsScreen.module.css'
import { SourcesCard } from './SourcesCard.tsx'

interface Props {
  /** The active event, 0 for none. */
  raceEventId: number
  onChoose: (id: number) => void
  onNew: () => void
  onEdit: (id: number) => void
}

/** 'Currently Active Event', every other event, and the sources that their splits listen to (EVT-1 … EVT-5, A-62). */
export function EventsScreen({ raceEventId, onChoose, onNew, onEdit }: Props) {
  const { data: event, error } = useQuery({ ...queries.event(raceEventId), enabled: raceEventId > 0 })
  useEffect(() => {
    document.title = 'Timing Points · Race Control'
  }, [])
  return (
    <div className={css.screen}>
      <header className={css.title}>
        <h1>Currently Active Event</h1>
        <div className={css.tools}>
          {event ? (
            <Button icon={<Pencil aria-hidden />} onPress={() => onEdit(event.id)}>
              Edit
            </Button>
          ) : null}
          <Button look="primary" icon={<Plus aria-hidden />} onPress={onNew}>
            New Event
          </Button>
        </div>
      </header>
      {raceEventId === 0 ? (
        <EmptyState icon={<CalendarDays />} title="Choose an Event">
          Pick one of the list below, or make a new one.
        </EmptyState>
      ) : event ? (
        <Active event={event} />
      ) : error ? (
        <Notice state="bad">{error.message}</Notice>
      ) : (
        <Skeleton rows={4} label="Loading..." />
      )}
      <div className={css.grid}>
        <EventRows active={raceEventId} onChoose={onChoose} />
        <SourcesCard event={event} />
      </div>
    </div>
  )
}

/** The event with its races: weekday and start time of each (EVT-5). */
function Active({ event }: { event: RaceEvent }) {
  const [miles] = usePreference('wantsMiles')
  const span = eventSpan(event)
  const races = event.races.toSorted((a, b) => b.distance - a.distance || a.id - b.id)
  return (
    <section className={css.active} aria-label={event.name}>
      <Logo src={event.avatarUrl} size={96} />
      <div className={css.about}>
        <h2 className={css.name}>{event.name}</h2>
        <p className={css.facts}>
          {span ? `${days(span.from, span.to, event.timezone)} ${new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: event.timezone }).format(span.from)}` : 'No start yet'}
          {` · times in ${zoneName(span?.from, event.timezone)}`}
          {event.slug ? <span className="mono">{event.slug}</span> : null}
          {event.isPublic ? <Badge state="info">Public</Badge> : null}
        </p>
        {races.length === 0 ? <p className={css.quiet}>No Races</p> : null}
        <ul className={css.races}>
          {races.map((r) => (
            <li key={r.id}>
              <Swatch color={r.color} />
              <span className={css.race}>{r.name}</span>
              <span className={css.distance}>
                {distance(r.distance, miles)} {distanceUnit(miles)}
              </span>
              <span className={r.startTime ? '' : css.quiet}>{r.startTime ? weekdayTime(r.startTime, event.timezone) : 'Unset'}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

