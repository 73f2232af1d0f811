import { Flag, Keyboard, LogOut, Pencil, Plus, RefreshCw, Replace, RotateCcw, Search, UserX } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { signOut } from '../api/actions.ts'
import type { RaceEvent } from '../api/types.ts'
import { type Theme, setPreference } from '../lib/preferences.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Suggest, type Suggestion, type SuggestionGroup } from '../ui/Suggest.tsx'
import { Window } from '../ui/Window.tsx'
import { openWindow } from '../lib/windows.ts'
import { terms } from '../lib/find.ts'
import { openEventEditor } from './eventEditor.ts'
import { SCREENS, SETTINGS } from './screens.ts'
import { useFound } from './useFound.tsx'
import { useGo } from './useShell.ts'

interface Props {
  eventId: number
  event: RaceEvent | undefined
  onShortcuts: () => void
  onClose: () => void
}

/** One list of every screen, person, race and action, by Ctrl/⌘ K. */
export default function Palette({ eventId, event, onShortcuts, onClose }: Props) {
  const [text, setText] = useState('')
  const found = useFound(eventId, text)
  const fixed = useFixed(eventId, event, onShortcuts)
  const groups = useMemo(() => [...narrow(fixed, text), ...found], [fixed, found, text])
  return (
    <Window label="Search and commands" size="m" onDismiss={onClose}>
      <Suggest
        label="Search people, races, screens and actions"
        placeholder="A name, a bib, a screen or something to do"
        text={text}
        onText={setText}
        groups={groups}
        empty="No Results"
        open="always"
        icon={<Search aria-hidden />}
        hint={<Kbd keys="Esc" />}
        autoFocus
        onDone={onClose}
      />
    </Window>
  )
}

function useFixed(eventId: number, event: RaceEvent | undefined, onShortcuts: () => void): SuggestionGroup[] {
  const go = useGo()
  const client = useQueryClient()
  return useMemo(() => {
    const leave = () => {
      signOut()
      client.clear()
      go('/login')
    }
    const screens = [...SCREENS, SETTINGS].flatMap((s): Suggestion[] => {
      const path = s.path(eventId)
      return path === null ? [] : [{ id: s.id, label: s.title, icon: <s.icon />, hint: <Kbd keys={`g ${s.letter}`} />, run: () => go(path) }]
    })
    const races = (event?.races ?? []).map((r): Suggestion => ({ id: `r${r.id}`, label: r.name, detail: 'participants of this race', icon: <Flag style={{ color: r.color || undefined }} />, run: () => go(`/${eventId}/participants?race=${r.id}`) }))
    const theme = (value: Theme, label: string): Suggestion => ({ id: `theme-${value}`, label, icon: <SETTINGS.icon />, run: () => setPreference('theme', value) })
    return [
      { title: 'Screens', items: screens },
      { title: 'Races', items: races },
      {
        title: 'Actions',
        items: [
          ...(event ? [{ id: 'edit', label: 'Edit the event', detail: event.name, icon: <Pencil />, run: () => openEventEditor(eventId) }] : []),
          ...(event && event.races.length > 0
            ? [
                { id: 'rescore', label: 'Score races again', icon: <RefreshCw />, run: () => openWindow('rescore', { event }) },
                { id: 'autoDNS', label: 'Automatic DNS', icon: <UserX />, run: () => openWindow('autoDNS', { event }) },
                { id: 'dropDowns', label: 'Drop-downs', icon: <Replace />, run: () => openWindow('dropDowns', { event }) },
              ]
            : []),
          { id: 'new', label: 'New event', icon: <Plus />, run: () => openEventEditor(null) },
          { id: 'keys', label: 'Keyboard shortcuts', icon: <Keyboard />, hint: <Kbd keys="?" />, run: onShortcuts },
          theme('light', 'Light theme'),
          theme('dark', 'Dark theme'),
          theme('night', 'Night theme'),
          { id: 'refetch', label: 'Load everything again', icon: <RotateCcw />, run: () => void client.invalidateQueries() },
          { id: 'out', label: 'Sign out', icon: <LogOut />, run: leave },
        ],
      },
    ]
  }, [eventId, event, go, client, onShortcuts])
}

function narrow(groups: SuggestionGroup[], text: string): SuggestionGroup[] {
  const wanted = terms(text)
  return groups.map((g) => ({ ...g, items: g.items.filter((i) => wanted.every((t) => `${i.label} ${i.detail ?? ''}`.toLowerCase().includes(t))) }))
}
