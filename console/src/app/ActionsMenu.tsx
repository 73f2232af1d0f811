import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FileDown, FileText, Hash, Radio, RadioTower, Replace, RefreshCw, RotateCcw, RotateCw, Tag, Timer, UserX, Waves } from 'lucide-react'
import { queries } from '../api/queries.ts'
import type { RaceEvent } from '../api/types.ts'
import { openWindow } from '../lib/windows.ts'
import { socket } from '../live/connection.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, type Section } from '../ui/Menu.tsx'
import { concernsLps } from './lpsWords.ts'
import { NEEDS_EVENT } from './screens.ts'

/** What can be done with the whole event: scoring, files to take away, and what concerns every console (NAV-17, A-117). */
export function ActionsMenu({ eventId, event }: { eventId: number; event: RaceEvent | undefined }) {
  const version = useQuery(queries.version())
  const why = event ? (event.races.length === 0 ? 'This event has no races yet' : undefined) : NEEDS_EVENT
  const races = event?.races ?? []
  const lps = event?.lpsMonitor === 'stopped' ? 'start' : 'stop'
  const command = () => void import('../api/lps.ts').then((m) => m.commandLps(eventId, lps))
  const live = concernsLps(event) ? [{ id: 'lps', label: lps === 'start' ? 'Start LPS Monitor' : 'Stop LPS Monitor', icon: <Timer />, run: command }] : []
  const cmd = event?.posIngressState === 'starting' || event?.posIngressState === 'running' ? 'stop' : 'start' // LIVE-8
  const sections: Section[] = [
    {
      title: 'Scoring',
      items: [
        { id: 'rescore', label: 'Score races again…', icon: <RefreshCw />, why, run: () => openWindow('rescore', { event: event! }) },
        { id: 'autoDNS', label: 'Automatic DNS…', icon: <UserX />, why, run: () => openWindow('autoDNS', { event: event! }) },
        { id: 'dropDowns', label: 'Drop-downs…', icon: <Replace />, why, run: () => openWindow('dropDowns', { event: event! }) },
      ],
    },
    {
      title: 'Live',
      items: [
        ...live,
        { id: 'tracking', label: 'Live Tracking…', icon: <RadioTower />, why: event ? undefined : NEEDS_EVENT, run: () => openWindow('tracking', { event: event! }) },
        { id: 'ingress', label: `${cmd === 'stop' ? 'Stop' : 'Start'} Position Ingress`, icon: <Radio />, why: event ? (event.posIngressType ? undefined : 'No ingress adapter is chosen in the options of the event') : NEEDS_EVENT, run: () => socket.perform('pos_ingress_cmd', { cmd, raceEventId: eventId }) },
      ],
    },
    {
      title: 'Roster',
      items: [
        { id: 'bibPlanner', label: 'Bib Assignment Planner', icon: <Hash />, why, run: () => openWindow('bibPlanner', { raceEventId: eventId }) },
        { id: 'wavePlanner', label: 'Wave Planner / Assign Waves', icon: <Waves />, why, run: () => openWindow('wavePlanner', { raceEventId: eventId }) },
      ],
    },
    {
      title: 'Exports',
      items: [
        { id: 'roster', label: 'Roster (CSV)', icon: <FileDown />, href: `/race_events/${eventId}.csv`, download: true, why: event ? undefined : NEEDS_EVENT },
        ...races.map((r) => ({ id: `csv${r.id}`, label: `Results ${r.name} (CSV)`, icon: <FileDown />, href: `/races/${r.id}/results.csv`, download: true })),
        ...races.map((r) => ({ id: `html${r.id}`, label: `Results ${r.name} (page)`, icon: <FileText />, href: `/races/${r.id}/results.html` })),
        { id: 'crossings', label: 'Crossings export', icon: <FileDown />, why: '(not implemented)', alt: true },
      ],
    },
    {
      title: 'System',
      items: [
        { id: 'reload', label: 'Reload clients', detail: 'every open console loads again', icon: <RotateCw />, run: () => socket.perform('reload_clients') },
        { id: 'reset', label: 'Reset event…', icon: <RotateCcw />, why: event ? undefined : NEEDS_EVENT, run: () => openWindow('resetEvent', { event: event! }) },
        { id: 'env', label: version.data?.environment ?? 'production', detail: location.host, icon: <Tag />, alt: true },
      ],
    },
  ]
  return <Menu label="Actions" trigger={<Button after={<ChevronDown aria-hidden />}>Actions</Button>} sections={sections} />
}
