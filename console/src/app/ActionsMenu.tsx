import { ChevronDown, FileDown, FileText, RefreshCw, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { RaceEvent } from '../api/types.ts'
import { socket } from '../live/connection.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, type Section } from '../ui/Menu.tsx'
import { NEEDS_EVENT } from './screens.ts'

const RescoreDialog = lazy(() => import('./RescoreDialog.tsx'))

/** What can be done with the whole event: scoring, and files to take away (NAV-17, A-117). */
export function ActionsMenu({ eventId, event }: { eventId: number; event: RaceEvent | undefined }) {
  const [rescoring, setRescoring] = useState(false)
  const why = event ? (event.races.length === 0 ? 'This event has no races yet' : undefined) : NEEDS_EVENT
  const races = event?.races ?? []
  const sections: Section[] = [
    { title: 'Scoring', items: [{ id: 'rescore', label: 'Score races again…', icon: <RefreshCw />, why, run: () => setRescoring(true) }] },
    {
      title: 'Take away',
      items: [
        { id: 'roster', label: 'Roster (CSV)', icon: <FileDown />, href: `/race_events/${eventId}.csv`, download: true, why: event ? undefined : NEEDS_EVENT },
        ...races.map((r) => ({ id: `csv${r.id}`, label: `Results ${r.name} (CSV)`, icon: <FileDown />, href: `/races/${r.id}/results.csv`, download: true })),
        ...races.map((r) => ({ id: `html${r.id}`, label: `Results ${r.name} (page)`, icon: <FileText />, href: `/races/${r.id}/results.html` })),
      ],
    },
    {
      title: 'This server',
      items: [
        { id: 'env', label: location.host, detail: import.meta.env.MODE, alt: true },
        { id: 'reload', label: 'Reload clients', detail: 'every open console loads again', icon: <RotateCw />, alt: true, run: () => socket.perform('reload_clients') },
      ],
    },
  ]
  return (
    <>
      <Menu
        label="Actions"
        trigger={<Button after={<ChevronDown aria-hidden />}>Actions</Button>}
        sections={sections}
      />
      <Suspense>{rescoring && event ? <RescoreDialog event={event} onClose={() => setRescoring(false)} /> : null}</Suspense>
    </>
  )
}
