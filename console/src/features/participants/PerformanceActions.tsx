import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { proposalsFor } from '../../api/crossings.ts'
import { keys } from '../../api/queries.ts'
import type { ParticipantDetail } from '../../api/types.ts'
import { openWindow } from '../../lib/windows.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type Item } from '../../ui/Menu.tsx'

const FINISHED = 'They have a finish time'
const NOT_YET = 'Not known yet'

/** What can be entered for a person whom a reader missed: a start, a finish, the finish of a neighbour, any other crossing (XING-2 … XING-4, A-125, A-126). */
export function PerformanceActions({ person: p }: { person: ParticipantDetail }) {
  const raceEventId = p.raceEventId
  const { data, error } = useQuery({
    queryKey: keys.proposals(raceEventId, p.id),
    queryFn: ({ signal }) => proposalsFor(raceEventId, p.id, signal),
    staleTime: 5_000,
  })
  const enter = (id: string, label: string, proposal: 'start' | 'finish', why: string | undefined): Item => {
    const proposed = data?.[proposal]
    const reason = proposed ? undefined : why || error?.message || NOT_YET
    return { id, label, detail: proposed ? `${proposed.split}, ${proposed.source}` : undefined, why: reason, run: () => proposed && openWindow('editCrossing', { raceEventId, proposal: proposed, participantId: p.id }) }
  }
  const items: Item[] = [
    { id: 'add', label: 'Add crossing…', run: () => openWindow('editCrossing', { raceEventId, participantId: p.id }) },
    enter('start', 'Manual start…', 'start', data?.startWhy),
    enter('finish', 'Lagged finish…', 'finish', data?.finishWhy),
    { id: 'match', label: 'Match finish…', why: p.ft ? FINISHED : undefined, run: () => openWindow('matchFinish', { raceEventId, participant: p }) },
    {
      id: 'reassign',
      label: 'Reassign all crossings…',
      why: p.crossings.length === 0 ? 'Nobody has seen them yet' : undefined,
      run: () => openWindow('reassignCrossings', { raceEventId, crossings: p.crossings }),
    },
  ]
  return <Menu label="Crossings" trigger={<Button after={<ChevronDown size={14} aria-hidden />}>Crossings</Button>} sections={[{ title: 'Enter', items: items.slice(0, 4) }, { title: 'Change', items: items.slice(4) }]} />
}
