import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../api/http.ts'
import { keys, queries } from '../../api/queries.ts'
import { saveRace } from '../../api/races.ts'
import type { EventSource, Race, RaceEvent } from '../../api/types.ts'
import { rescoredWords } from '../../lib/rescored.ts'
import { toast } from '../../lib/toast.ts'
import { bodyOf, pathOfError, unreadable, worthSaving } from './body.ts'
import { addRoute, dirty, type Draft, edit, follow, opened, shown } from './draft.ts'
import { type Editor, type TabId, tabOf } from './editor.ts'
import type { Offer } from './similar.ts'

/** Where new events begin. */
const FIRST_ZONE = 'America/Phoenix'
const NO_SOURCES: readonly EventSource[] = []
const UNFINISHED = 'Fill in every part, or empty the field.'

interface Props {
  event: RaceEvent | null
  race: Race | null
  saveEventFirst?: () => Promise<RaceEvent>
  /** The zone that an event will have which is not saved yet. */
  zone?: string
  onDone: () => void
}

/** The state of a race editor: its draft, what is looked at, and what is wrong. */
export function useRaceEditor({ event, race, saveEventFirst, zone, onDone }: Props) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => opened(race))
  const view = useMemo(() => shown(draft), [draft])
  const [tab, setTab] = useState<TabId>('options')
  const [split, selectSplit] = useState(() => view.splits[0]?.key ?? 'roaming')
  const [wave, selectWave] = useState(() => view.waves[0]?.key ?? '')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<readonly string[]>([])
  const [half, setHalf] = useState<ReadonlySet<string>>(new Set())
  const [saving, setSaving] = useState(false)
  const { data: sources } = useQuery(queries.sources())
  const nan = useMemo(() => unreadable(view), [view])

  // Others may save while this is open. A race that was deleted keeps its draft, and says so.
  const gone = race !== null && event !== null && !event.races.some((r) => r.id === race.id)
  const [seen, setSeen] = useState(race)
  if (race && race !== seen) {
    setSeen(race)
    setDraft(follow(draft, race))
  }

  const body = useRef<HTMLDivElement>(null)
  const goTo = useGoTo(body, setTab, selectSplit, selectWave)
  const change = useCallback((next: (d: Draft) => Draft) => setDraft(next), [])
  const write = useCallback((path: string, to: unknown) => {
    setDraft((d) => edit(d, path, to))
    setFaults((all) => Object.fromEntries(Object.entries(all).filter(([p]) => p !== path)))
  }, [])
  const incomplete = useCallback((path: string, on: boolean) => {
    setHalf((h) => (h.has(path) === on ? h : on ? new Set([...h, path]) : new Set([...h].filter((p) => p !== path))))
  }, [])

  const refuse = (path: string, message: string) => {
    setFaults({ [path]: message })
    goTo(path)
  }
  const send = async (d: Draft) => {
    const sent = bodyOf(d)
    setSaving(true)
    setFault([])
    setFaults({})
    try {
      const to = event ?? (await saveEventFirst?.())
      if (!to) throw new Error('The event of this race is not there any more. Close the editor and open it again.')
      const saved = await saveRace(to.id, d.raceId, sent.body)
      void client.invalidateQueries({ queryKey: keys.event(to.id) })
      toast([`${saved.name} saved.`, rescoredWords(saved.rescored)].filter(Boolean).join(' '))
      onDone()
    } catch (e) {
      const error = e as ApiError
      const path = error instanceof ApiError && error.code === 'invalid' ? pathOfError(error.field, sent, shown(d)) : ''
      if (path) refuse(path, sentence(error.message))
      setFault(path ? (error.errors ?? []).slice(1).map(sentence) : [sentence(error.message)])
      setSaving(false)
    }
  }
  /** Saves what was changed, and closes. What cannot be sent is shown where it is. */
  const save = (more: (d: Draft) => Draft = (d) => d) => {
    const [unread] = Object.entries(nan)
    const [unfinished] = half
    if (unread) return refuse(...unread)
    if (unfinished) return refuse(unfinished, UNFINISHED)
    const d = more(draft)
    if (!worthSaving(d)) return onDone()
    setDraft(d)
    void send(d)
  }

  const editor: Editor = {
    event,
    zone: event?.timezone ?? zone ?? FIRST_ZONE,
    draft,
    view,
    sources: sources?.rows.filter((s) => !s.deleted) ?? NO_SOURCES,
    edit: write,
    change,
    error: (path) => faults[path] ?? nan[path],
    incomplete,
    goTo,
    split,
    selectSplit,
    wave,
    selectWave,
  }
  return { editor, tab, setTab, save, saving, fault, setFault, gone, body, unsaved: dirty(draft) || half.size > 0 }
}

/** Takes over what other races hear at the same places. */
export function takeOffers(d: Draft, offered: readonly Offer[]): Draft {
  return offered.flatMap((o) => o.routes.map((r) => ({ key: o.key, ...r }))).reduce((all, { key, sourceId, ...more }) => addRoute(all, key, sourceId, more), d)
}

// The field that is asked for may be on a tab that is not drawn yet: the focus goes there once it is.
function useGoTo(body: RefObject<HTMLElement | null>, setTab: (t: TabId) => void, selectSplit: (key: string) => void, selectWave: (key: string) => void) {
  const wanted = useRef('')
  const [, draw] = useState(0)
  useEffect(() => {
    if (!wanted.current) return
    const place = body.current?.querySelector(`[data-path="${CSS.escape(wanted.current)}"]`)
    if (!place) return
    wanted.current = ''
    const field = place.querySelector<HTMLElement>('input:not([hidden]), select, [role="spinbutton"], button')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
    place.scrollIntoView({ block: 'nearest' })
  })
  return useCallback(
    (path: string) => {
      const [kind, key] = path.split('/')
      setTab(tabOf(path))
      if (kind === 'split' || kind === 'route') selectSplit(key!)
      if (kind === 'roaming') selectSplit('roaming')
      if (kind === 'wave') selectWave(key!)
      wanted.current = path
      draw((n) => n + 1)
    },
    [setTab, selectSplit, selectWave],
  )
}

function sentence(text: string): string {
  const t = text.trim()
  return t.charAt(0).toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? '' : '.')
}
