import { Check } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { RaceEvent } from '../../api/types.ts'
import { days } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notice } from '../../ui/Status.tsx'
import { eventSpan } from './eventSpan.ts'
import css from './EventsScreen.module.css'
import { useEventPages } from './useEventPages.ts'

/** Every event, the newest first, page after page; one press makes it the active one (EVT-2, EVT-3, A-14). */
export function EventRows({ active, onChoose }: { active: number; onChoose: (id: number) => void }) {
  const { events, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useEventPages()
  return (
    <Card title="Race Events" flush>
      {isPending ? <p className={css.none}>Loading...</p> : null}
      {error && events.length === 0 ? <Notice state="bad">{error.message}</Notice> : null}
      {!isPending && !error && events.length === 0 ? <EmptyState title="No Race Events">Make the first one with New Event.</EmptyState> : null}
      <ul className={css.rows}>
        {events.map((e) => (
          <li key={e.id}>
            <Row event={e} active={e.id === active} onChoose={() => onChoose(e.id)} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div className={css.more}>
          <Button busy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            More
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function Row({ event, active, onChoose }: { event: RaceEvent; active: boolean; onChoose: () => void }) {
  const span = eventSpan(event)
  const year = span ? new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: event.timezone }).format(span.from) : ''
  return (
    <AriaButton className={css.row!} aria-current={active || undefined} onPress={onChoose}>
      <Logo src={event.avatarSmUrl} size={32} />
      <span className={css.rowName}>{event.name}</span>
      <span className={css.quiet}>{span ? `${days(span.from, span.to, event.timezone)} ${year}` : 'No start yet'}</span>
      <span className={css.tick}>{active ? <Check aria-label="active" /> : null}</span>
    </AriaButton>
  )
}
