/** Saving an event and its sources. Bodies hold only what changed: an absent key leaves the field as it is. */

import type { Rescored } from '../lib/rescored.ts'
import type { components } from './schema'
import { answer, api, done } from './http.ts'
import type { EventSource, RaceEvent } from './types.ts'

/** What may be saved of an event. Sizes merge one by one; null takes one away. */
export interface EventBody {
  name?: string
  slug?: string
  timezone?: string
  isPublic?: boolean
  theme?: string
  posIngressType?: string
  posIngressOpts?: { url?: string; pollfreq?: number }
  shirtCutoff?: string | null
  importPreset?: components['schemas']['ImportPreset']
  shirtCounts?: { unisex?: boolean; wsizedown?: boolean; sizes?: Record<string, number | null> }
}

/** An event as it was saved, with what that changed in the results. */
export type SavedEvent = RaceEvent & { rescored?: Rescored | null }

type EventSave = components['schemas']['EventSave']

export function createEvent(body: EventBody): Promise<SavedEvent> {
  return answer(api.POST('/race_events', { body: body as EventSave }))
}

export function saveEvent(id: number, body: EventBody): Promise<SavedEvent> {
  return answer(api.PUT('/race_events/{id}', { params: { path: { id } }, body: body as EventSave }))
}

/** Sends a picture as the event's logo; nothing else of the event is touched (API-15, A-22). */
export function saveLogo(id: number, picture: File): Promise<RaceEvent> {
  const form = new FormData()
  form.append('race_event[logo]', picture)
  return answer(api.PUT('/race_events/{id}', { params: { path: { id } }, body: form as unknown as EventSave, bodySerializer: (body) => body as unknown as string }))
}

export function createSource(name: string): Promise<EventSource> {
  return answer(api.POST('/event_sources', { body: { name } }))
}

export function renameSource(id: number, name: string): Promise<EventSource> {
  return answer(api.PUT('/event_sources/{sourceId}', { params: { path: { sourceId: id } }, body: { name } }))
}

export function deleteSource(id: number): Promise<void> {
  return done(api.DELETE('/event_sources/{sourceId}', { params: { path: { sourceId: id } } }))
}
