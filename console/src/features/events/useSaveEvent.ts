import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/http.ts'
import { keys } from '../../api/queries.ts'
import { createEvent, saveEvent, saveLogo } from '../../api/setup.ts'
import type { RaceEvent } from '../../api/types.ts'
import { rescoredWords } from '../../lib/rescored.ts'
import { toast } from '../../lib/toast.ts'
import { bodyOf, wrongSize } from './eventFields.ts'
import type { EventDraft } from './useEventDraft.ts'

/** What was refused: the field it is about, "" for the whole, and the words. */
export interface Refusal { field: string; message: string }

interface Saving {
  busy: boolean
  refusal: Refusal | null
  /** Says that a field was changed again: what was said about it is no longer so. */
  touched: (field: string) => void
  /** Saves what was changed and answers the event. A refusal is kept for the form and thrown. Silent: a blank name becomes 'New Event'. */
  save: (silent?: boolean) => Promise<RaceEvent>
  /** Refuses here, without asking the server; no message takes a refusal back. */
  refuse: (field: string, message: string) => void
  /** Sends a picture of a saved event at once (EVT-17). A refusal is kept for the form and thrown. */
  sendLogo: (picture: File) => Promise<RaceEvent>
}

interface After {
  /** A new event has its id. */
  onCreated: (event: RaceEvent) => void
  /** The held picture is with the server. */
  onLogo: () => void
}

/** Saving the draft of an event, with its held picture. */
export function useSaveEvent(id: number | null, draft: EventDraft, held: File | null, unfinished: boolean, { onCreated, onLogo }: After): Saving {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const keep = (event: RaceEvent) => {
    client.setQueryData(keys.event(event.id), event)
    void client.invalidateQueries({ queryKey: ['event_pages'] })
    void client.invalidateQueries({ queryKey: [...keys.events, 'page'] })
    void client.invalidateQueries({ queryKey: keys.checks(event.id) })
  }
  const attempt = async (work: () => Promise<RaceEvent>): Promise<RaceEvent> => {
    setBusy(true)
    setRefusal(null)
    try {
      return await work()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      setRefusal({ field: error instanceof ApiError ? error.field : '', message: sentence(message) })
      throw error
    } finally {
      draft.sending({})
      setBusy(false)
    }
  }

  const saveAll = async (silent: boolean): Promise<RaceEvent> => {
    const blank = silent && draft.shown.name.trim() === ''
    const sent = draft.changed
    const body = bodyOf(sent)
    draft.sending(sent)
    let event = draft.event
    if (id === null) {
      event = await createEvent({ timezone: draft.shown.timezone, ...body, name: blank ? 'New Event' : draft.shown.name })
      keep(event)
      draft.settle(draft.shown)
      onCreated(event)
    } else if (Object.keys(body).length > 0) {
      const { rescored, ...saved } = await saveEvent(id, body)
      event = saved
      keep(saved)
      draft.settle(sent)
      if (rescoredWords(rescored)) toast(rescoredWords(rescored))
    }
    if (held && event) {
      event = await saveLogo(event.id, held)
      keep(event)
      onLogo()
    }
    return event!
  }

  return {
    busy,
    refusal,
    touched: (field) => setRefusal((r) => (r && r.field.startsWith(field) ? null : r)),
    refuse: (field, message) => setRefusal(message ? { field, message } : null),
    save: (silent = false) =>
      attempt(() => {
        const wrong = wrongSize(draft.changed)
        if (wrong) throw new ApiError(422, 'Give a whole number, 0 or more.', 'invalid', wrong)
        if (unfinished) throw new ApiError(422, 'Fill in every part, or empty the field.', 'invalid', 'shirtCutoff')
        return saveAll(silent)
      }),
    sendLogo: (picture) =>
      attempt(async () => {
        const saved = await saveLogo(id!, picture)
        keep(saved)
        return saved
      }),
  }
}

/** Messages of the server begin small; here they stand alone. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1)
}
