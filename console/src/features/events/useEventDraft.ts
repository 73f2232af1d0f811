import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { RaceEvent } from '../../api/types.ts'
import { changedElsewhere, changedFields, type Draft, setField, settled, shownFields, takeTheirs } from '../../lib/draft.ts'
import { serverNow } from '../../lib/time.ts'
import { slugOf } from '../../lib/slug.ts'
import { type EventFields, fieldsOf, NEW_EVENT, slugYear } from './eventFields.ts'

/** An event being edited: what is saved now, what was touched here, and what others did to the touched fields meanwhile. */
export interface EventDraft {
  event: RaceEvent | undefined
  /** Nothing to show yet. */
  loading: boolean
  problem: string
  shown: EventFields
  changed: Partial<EventFields>
  elsewhere: Partial<EventFields>
  set: <K extends keyof EventFields>(key: K, value: EventFields[K]) => void
  take: (key: keyof EventFields) => void
  /** These values are on their way to the server: what is written now is over them. */
  sending: (values: Partial<EventFields>) => void
  /** These values are saved now; what was written while they were on their way stays. */
  settle: (sent: Partial<EventFields>) => void
}

/** The draft of an event; `id` null for one that is not saved yet. */
export function useEventDraft(id: number | null): EventDraft {
  const query = useQuery({ ...queries.event(id ?? 0), enabled: id !== null })
  const [draft, setDraft] = useState<Draft<EventFields>>({})
  const [sent, setSent] = useState<Partial<EventFields>>({})
  const event = id === null ? undefined : query.data
  const now = useMemo(() => (event ? fieldsOf(event) : NEW_EVENT), [event])
  const shown = shownFields(draft, now)
  // Only an event without a saved address gets one from its name, and only until somebody writes one (EVT-16).
  if (now.slug === '' && !draft.slug && shown.name !== '') shown.slug = slugOf(shown.name, slugYear(event, serverNow()))
  return {
    event,
    loading: id !== null && !query.data && !query.error,
    problem: id !== null && !query.data ? (query.error?.message ?? '') : '',
    shown,
    changed: changedFields(draft, now),
    elsewhere: changedElsewhere(draft, now),
    set: (key, value) => setDraft((d) => setField(d, { ...now, ...sent } as EventFields, key, value)),
    take: (key) => setDraft((d) => takeTheirs(d, key)),
    sending: setSent,
    settle: (values) => setDraft((d) => settled(d, values)),
  }
}
