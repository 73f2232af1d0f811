import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { deleteRace } from '../../api/races.ts'
import type { Course, Race, RaceEvent } from '../../api/types.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useGuard, View } from '../../ui/ModalStack.tsx'
import { useNavigation } from '../../ui/NavigationStack.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { Tabs, type TabItem } from '../../ui/Tabs.tsx'
import { EditorContext, type TabId } from './editor.ts'
import { OfferDialog } from './OfferDialog.tsx'
import { OptionsTab } from './OptionsTab.tsx'
import css from './races.module.css'
import { type Offer, offers } from './similar.ts'
import { takeOffers, useRaceEditor } from './useRaceEditor.ts'

const MapOfRace = lazy(() => import('./MapOfRace.tsx'))
const ShirtsTab = lazy(() => import('./ShirtsTab.tsx'))
const SplitsTab = lazy(() => import('./SplitsTab.tsx'))
const WavesTab = lazy(() => import('./WavesTab.tsx'))

/** The map and profile of a race, with its splits on them. It lives in a room of its own; the app says which it is. */
export type MapTab = ComponentType<{
  eventId: number | null
  raceId: number | null
  distance: number
  isLoop: boolean
  splits: { key: string; name: string; distance: number }[]
  selected: string | null
  onSelect: (key: string | null) => void
  onAdd: (distance: number) => void
  onDelete: (key: string) => void
  /** undefined = as saved, null = taken away. */
  track: Course | null | undefined
  onTrack: (track: Course | null) => void
  /** The options of the selected split. */
  options: ReactNode
  color?: string
}>

interface Props {
  event: RaceEvent | null
  /** null makes a new race (EVT-11). */
  race: Race | null
  /** Saves the event that the race belongs to, while it is not saved. */
  saveEventFirst?: () => Promise<RaceEvent>
  /** The zone that an event will have which is not saved yet. */
  zone?: string
  /** The race was saved or deleted, or nothing had to be. */
  onDone: () => void
  MapTab?: MapTab | undefined
}

/** Everything about one race (RACE-1 … RACE-20). Nothing is saved before Save, and then all of it at once. */
export default function RaceEditor({ MapTab, ...props }: Props) {
  const state = useRaceEditor(props)
  const { editor, tab, setTab, save, saving, fault, setFault, gone, body } = state
  const { view, draft, event } = editor
  const { pop } = useNavigation()
  const [offered, setOffered] = useState<readonly Offer[]>([])
  useGuard(state.unsaved && !saving)

  // The view came before this code: a keyboard begins at its heading.
  useEffect(() => {
    const place = body.current?.closest('[data-view]')
    if (place && !place.contains(document.activeElement)) place.querySelector('h2')?.focus()
  }, [body])

  const trySave = () => {
    const offer = draft.raceId === null && view.splits.every((s) => s.routes.length === 0) ? offers(event, null, view) : []
    if (offer.length > 0) setOffered(offer)
    else save()
  }
  const tabs: TabItem[] = [
    { id: 'options', title: 'Options', body: <OptionsTab /> },
    ...(MapTab ? [{ id: 'map', title: 'Map', body: <Lazy><MapOfRace MapTab={MapTab} /></Lazy> }] : []),
    { id: 'splits', title: 'Splits', count: view.splits.length, body: <Lazy><SplitsTab /></Lazy> },
    { id: 'waves', title: 'Waves', count: view.waves.length, body: <Lazy><WavesTab /></Lazy> },
    { id: 'shirts', title: 'Shirts', body: <Lazy><ShirtsTab /></Lazy> },
  ]
  return (
    <EditorContext value={editor}>
      <View
        flush
        title={view.name.trim() || 'Race'}
        controls={
          <>
            <Button onPress={pop}>Cancel</Button>
            {tab === 'options' && draft.raceId !== null && event ? <DeleteRace eventId={event.id} raceId={draft.raceId} name={view.name} onDone={props.onDone} onFault={(text) => setFault([text])} /> : null}
            <Button look="primary" busy={saving} isDisabled={gone} onPress={trySave}>
              Save
            </Button>
          </>
        }
      >
        <div className={css.editor} ref={body}>
          <Notices fault={fault} notes={draft.notes} gone={gone} />
          <Tabs label="Race" tabs={tabs} selected={tab} onSelect={(id) => setTab(id as TabId)} />
        </div>
      </View>
      {offered.length > 0 ? (
        <OfferDialog
          offered={offered}
          onTake={() => (setOffered([]), save((d) => takeOffers(d, offered)))}
          onLeave={() => (setOffered([]), save())}
          onClose={() => setOffered([])}
        />
      ) : null}
    </EditorContext>
  )
}

function Notices({ fault, notes, gone }: { fault: readonly string[]; notes: readonly string[]; gone: boolean }) {
  if (fault.length === 0 && notes.length === 0 && !gone) return null
  return (
    <div className={css.notices}>
      {gone ? <Notice state="bad">This race was deleted elsewhere. What is here cannot be saved any more.</Notice> : null}
      {fault.map((text) => (
        <Notice key={text} state="bad">
          {text}
        </Notice>
      ))}
      {notes.map((text) => (
        <Notice key={text} state="warn">
          {text}
        </Notice>
      ))}
    </div>
  )
}

function Lazy({ children }: { children: ReactNode }) {
  const waiting = (
    <div className={css.waiting}>
      <Skeleton label="Loading..." />
    </div>
  )
  return <Suspense fallback={waiting}>{children}</Suspense>
}

interface DeleteProps {
  eventId: number
  raceId: number
  name: string
  onDone: () => void
  onFault: (text: string) => void
}

function DeleteRace({ eventId, raceId, name, onDone, onFault }: DeleteProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await deleteRace(eventId, raceId)
      toast(`${name} deleted. Its people stay in the event, without a race.`)
      onDone()
    } catch (e) {
      onFault((e as Error).message)
      setAsking(false)
      setBusy(false)
    }
  }
  return (
    <>
      <Button onPress={() => setAsking(true)}>Delete Race</Button>
      <ConfirmDialog title="Delete race" text={`Really delete ${name}? This cannot be undone.`} action="Delete race" isOpen={asking} busy={busy} onConfirm={() => void run()} onClose={() => setAsking(false)} />
    </>
  )
}
