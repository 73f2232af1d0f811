import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { eventPages } from '../api/queries.ts'
import type { RaceEvent } from '../api/types.ts'
import { days } from '../lib/time.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { VIEWPORT_MARGIN } from '../ui/Popover.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import css from './EventChooser.module.css'
import { eventDays } from './eventDays.ts'
import { useChooseEvent } from './useShell.ts'

/** The active event by name, or 'Choose an Event' (NAV-14). */
export function EventChooser({ eventId, event }: { eventId: number; event: RaceEvent | undefined }) {
  const span = event ? eventDays(event) : null
  return (
    <DialogTrigger>
      <AriaButton className={css.button!} aria-label={event ? `Event: ${event.name}` : undefined}>
        <span className={css.name}>{event?.name ?? 'Choose an Event'}</span>
        {span ? <span className={css.days}>{days(span.from, span.to, event!.timezone)}</span> : null}
        <ChevronsUpDown aria-hidden />
      </AriaButton>
      <Popover className={css.popover!} placement="bottom start" offset={6} containerPadding={VIEWPORT_MARGIN}>
        <Dialog className={css.dialog!} aria-label="Choose an Event">
          {({ close }) => <Events active={eventId} onDone={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Events({ active, onDone }: { active: number; onDone: () => void }) {
  const choose = useChooseEvent()
  const [text, setText] = useState('')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(eventPages())
  const events = data?.pages.flatMap((p) => p.rows) ?? []
  const shown = events.filter((e) => e.name.toLowerCase().includes(text.trim().toLowerCase()))
  if (data && events.length === 0) {
    return (
      <EmptyState title="No events yet">
        Make one from a file: <code className="mono">racectl event apply FILE.yaml</code>
      </EmptyState>
    )
  }
  return (
    <>
      <SearchField label="Find an event" autoFocus value={text} onChange={setText} />
      <ul className={css.list}>
        {shown.map((e) => (
          <li key={e.id}>
            <AriaButton
              className={css.event!}
              aria-current={e.id === active || undefined}
              onPress={() => {
                onDone()
                choose(e.id)
              }}
            >
              <span className={css.eventName}>{e.name}</span>
              <span className={css.days}>{eventDays(e) ? days(eventDays(e)!.from, eventDays(e)!.to, e.timezone) : 'No start yet'}</span>
              {e.id === active ? <Check aria-hidden /> : null}
            </AriaButton>
          </li>
        ))}
      </ul>
      {data && shown.length === 0 ? <p className={css.none}>No Results</p> : null}
      {hasNextPage ? (
        <Button look="quiet" busy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show earlier events
        </Button>
      ) : null}
    </>
  )
}
