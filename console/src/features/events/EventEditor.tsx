import { useEffect, useEffectEvent, useState } from 'react'
import type { RaceEvent } from '../../api/types.ts'
import { Modal, useGuard } from '../../ui/ModalStack.tsx'
import { NavigationStack } from '../../ui/NavigationStack.tsx'
import { EventForm } from './EventForm.tsx'
import { faultOf } from './picture.ts'
import { type RaceDetails, type Races, RacesContext } from './races.tsx'
import { useEventDraft } from './useEventDraft.ts'
import { useSaveEvent } from './useSaveEvent.ts'

interface Props {
  /** The event to edit, null for a new one. */
  eventId: number | null
  RaceDetails: RaceDetails
  /** A new event was saved. */
  onCreated: (id: number) => void
  onClose: () => void
}

/** The event editor: a modal with a navigation stack, event details below and race details on top (EVT-6). */
export default function EventEditor({ onClose, ...rest }: Props) {
  return (
    <Modal onClose={onClose} size="l">
      <Details onClose={onClose} {...rest} />
    </Modal>
  )
}

function Details({ eventId, RaceDetails, onCreated, onClose }: Props) {
  const [id, setId] = useState(eventId)
  const [held, setHeld] = useState<File | null>(null)
  const [half, setHalf] = useState(false)
  const draft = useEventDraft(id)
  const after = {
    onCreated: (event: RaceEvent) => {
      setId(event.id)
      onCreated(event.id)
    },
    onLogo: () => setHeld(null),
  }
  const saving = useSaveEvent(id, draft, held, half, after)
  const more = Object.keys(draft.changed).length > 0
  useGuard(more || held !== null || half)

  // What was refused is told at its field. What was written while the save was on its way keeps the window open.
  const [saves, setSaves] = useState(0)
  const saveAndClose = () => saving.save().then(() => setSaves((n) => n + 1), () => {})
  const closeWhenDone = useEffectEvent(() => more || onClose())
  useEffect(() => {
    if (saves > 0) closeWhenDone()
  }, [saves])
  const choosePicture = async (picture: File) => {
    if (id === null) {
      // Held until the event is saved: what cannot be a picture is said now, not after half of it is saved.
      const wrong = await faultOf(picture)
      saving.refuse('logo', wrong)
      if (!wrong) setHeld(picture)
    } else await saving.sendLogo(picture).catch(() => {})
  }
  const races: Races = { event: draft.event ?? null, zone: draft.shown.timezone, saveEventFirst: id === null ? () => saving.save(true) : undefined, RaceDetails }
  return (
    <RacesContext value={races}>
      <NavigationStack root={<EventForm id={id} draft={draft} saving={saving} held={held} onPicture={choosePicture} onSave={() => void saveAndClose()} onIncomplete={setHalf} />} />
    </RacesContext>
  )
}
