import { Link } from '@tanstack/react-router'
import { Check, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { days } from '../lib/time.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import css from './EventChooser.module.css'
import { eventSpan } from '../features/events/eventSpan.ts'
import { useEventPages } from '../features/events/useEventPages.ts'
import { openEventEditor } from './eventEditor.ts'
import { useChooseEvent } from './useShell.ts'

/** Every event to choose from, page after page, narrowed by what is typed. */
export default function EventList({ active, onDone }: { active: number; onDone: () => void }) {
  const choose = useChooseEvent()
  const [text, setText] = useState('')
  const { events, data, hasNextPage, fetchNextPage, isFetchingNextPage } = useEventPages()
  const shown = events.filter((e) => e.name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <>
      {data && events.length === 0 ? <EmptyState title="No Race Events" /> : <SearchField label="Find an event" autoFocus value={text} onChange={setText} />}
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
              <Logo src={e.avatarSmUrl} size={24} />
              <span className={css.eventName}>{e.name}</span>
              <span className={css.days}>{eventSpan(e) ? days(eventSpan(e)!.from, eventSpan(e)!.to, e.timezone) : 'No start yet'}</span>
              {e.id === active ? <Check aria-hidden /> : null}
            </AriaButton>
          </li>
        ))}
      </ul>
      {events.length > 0 && shown.length === 0 ? <p className={css.none}>No Results</p> : null}
      {hasNextPage ? (
        <Button look="quiet" busy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show earlier events
        </Button>
      ) : null}
      <div className={css.foot}>
        <Button look="quiet" icon={<Plus aria-hidden />} onPress={() => (onDone(), openEventEditor(null))}>
          New Event
        </Button>
        {active > 0 ? (
          <Button look="quiet" icon={<Pencil aria-hidden />} onPress={() => (onDone(), openEventEditor(active))}>
            Edit
          </Button>
        ) : null}
        <Link to="/event-sources" className={css.all} onClick={onDone}>
          Timing Points
        </Link>
      </div>
    </>
  )
}
