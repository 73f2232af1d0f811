import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { queries } from '../api/queries.ts'
import type { Participant, RaceEvent } from '../api/types.ts'
import { shortBib } from '../lib/units.ts'
import { Swatch } from '../ui/Status.tsx'
import type { SuggestionGroup } from '../ui/Suggest.tsx'
import { findEvents, findParticipants } from './find.ts'
import { useChooseEvent, useGo } from './useShell.ts'

/** People of the active event and events that match a text, ready to be listed. Only what is held is searched. */
export function useFound(eventId: number, text: string): SuggestionGroup[] {
  const { data: event } = useQuery({ ...queries.event(eventId), enabled: eventId > 0 })
  const { data: people } = useQuery({ ...queries.participants(eventId), enabled: eventId > 0 })
  const { data: events } = useQuery(queries.events())
  const wanted = useDeferredValue(text)
  const go = useGo()
  const choose = useChooseEvent()

  return useMemo(() => {
    const person = (p: Participant) => ({
      id: `p${p.id}`,
      label: `${p.firstName} ${p.lastName}`.trim(),
      detail: personWords(p, event),
      hint: shortBib(p.bib),
      icon: <Swatch color={event?.races.find((r) => r.id === p.raceId)?.color ?? ''} />,
      run: () => go(`/${eventId}/participants/${p.id}`),
    })
    return [
      { title: 'People', items: findParticipants(people?.rows ?? [], wanted).map(person) },
      {
        title: 'Events',
        items: findEvents(events?.rows ?? [], wanted, eventId).map((e) => ({ id: `e${e.id}`, label: e.name, icon: <CalendarDays />, run: () => choose(e.id) })),
      },
    ]
  }, [people, events, event, wanted, eventId, go, choose])
}

function personWords(p: Participant, event: RaceEvent | undefined): string {
  return [event?.races.find((r) => r.id === p.raceId)?.name, p.statusLabel].filter(Boolean).join(' · ')
}
