/** Saving a race with its splits, routes and waves: one decision, all of it or nothing. Bodies hold only what changed. */

import type { components } from './schema'
import { answer, api, done } from './http.ts'

type Schemas = components['schemas']

/** A race as it was saved, with what that changed in the results. */
export type SavedRace = Schemas['SavedRace']
/** A split that copying gave sources, and which. */
export type RoutesAdded = Schemas['RoutesAdded']
export type CopiedRoutes = Schemas['CopiedRoutes']

/** Saves a race; id null makes a new one (API-19). */
export function saveRace(eventId: number, id: number | null, body: Record<string, unknown>): Promise<SavedRace> {
  const sent = body as Schemas['RaceSave']
  if (id === null) return answer(api.POST('/race_events/{id}/races', { params: { path: { id: eventId } }, body: sent }))
  return answer(api.PUT('/race_events/{id}/races/{raceId}', { params: { path: { id: eventId, raceId: id } }, body: sent }))
}

/** Takes a race away with its splits, routes and waves; its people stay in the event (API-20, A-78). */
export function deleteRace(eventId: number, id: number): Promise<void> {
  return done(api.DELETE('/race_events/{id}/races/{raceId}', { params: { path: { id: eventId, raceId: id } } }))
}

/** Numbers the waves of a race by time; people stay in their wave (RT-14, A-84). */
export function reorderWaves(eventId: number, id: number): Promise<SavedRace> {
  return answer(api.POST('/race_events/{id}/races/{raceId}/waves/reorder', { params: { path: { id: eventId, raceId: id } } }))
}

/** Gives the sources of one split to every split at the same place; `dryRun` only says which. */
export function copyRoutes(eventId: number, id: number, routes: Schemas['CopyRoutes'], dryRun: boolean): Promise<CopiedRoutes> {
  return answer(api.POST('/race_events/{id}/races/{raceId}/copy_routes', { params: { path: { id: eventId, raceId: id }, query: { dry_run: dryRun } }, body: routes }))
}

/** Makes an event source; every event shares it. */
export function createSource(name: string): Promise<Schemas['SavedSource']> {
  return answer(api.POST('/event_sources', { body: { name } }))
}
