import { useInfiniteQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { eventPages } from '../api/queries.ts'
import { days } from '../lib/time.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import css from './EventChooser.module.css'
import { eventDays } from './eventDays.ts'
import { useChooseEvent } from './useShell.ts'

/** Every event to choose from, page after page, narrowed by what is typed. */
export default function EventList({ active, onDone }: { active: number; onDone: () => void }) {
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
