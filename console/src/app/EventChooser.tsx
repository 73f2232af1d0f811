import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { RaceEvent } from '../api/types.ts'
import { days } from '../lib/time.ts'
import { Popover } from '../ui/Popover.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './EventChooser.module.css'
import { eventSpan } from '../features/events/eventSpan.ts'

const EventList = lazy(() => import('./EventList.tsx'))

/** The active event by name, or 'Choose an Event' (NAV-14). */
export function EventChooser({ eventId, event }: { eventId: number; event: RaceEvent | undefined }) {
  const span = event ? eventSpan(event) : null
  return (
    <Popover
      plain
      label="Choose an Event"
      direction="bottom start"
      trigger={
        <AriaButton className={css.button!} aria-label={event ? `Event: ${event.name}` : undefined}>
          <span className={css.name}>{event?.name ?? 'Choose an Event'}</span>
          {span ? <span className={css.days}>{days(span.from, span.to, event!.timezone)}</span> : null}
          <ChevronsUpDown aria-hidden />
        </AriaButton>
      }
    >
      {(close) => (
        <div className={css.box}>
          <Suspense fallback={<Skeleton rows={4} label="Loading events" />}>
            <EventList active={eventId} onDone={close} />
          </Suspense>
        </div>
      )}
    </Popover>
  )
}
