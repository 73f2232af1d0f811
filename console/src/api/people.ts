/** People: saving, adding and removing them, their status, and the journal of what was done. Bodies hold only what changed. */

import type { QueryClient } from '@tanstack/react-query'
import { mergeRows, removeRows, rowOf, type Rows } from '../live/rows.ts'
import type { Affected } from '../lib/acted.ts'
import { newId } from '../lib/id.ts'
import type { components } from './schema'
import { answer, answerWithHeaders, api, ApiError } from './http.ts'
import { keys } from './queries.ts'
import type { Participant, ParticipantDetail } from './types.ts'

type Schemas = components['schemas']

/** A person as they were saved, with what that changed. */
export type SavedPerson = Schemas['SavedParticipant']
/** A line of the journal, with its changes in words. */
export type JournalLine = Schemas['JournalLine']
/** One change of the journal in words. */
export type Told = Schemas['Told']

/** An id of somebody who is not saved yet (STORE-2). */
export function newPersonId(): string {
  return `NEW-${newId()}`
}

export function isNew(id: number | string): id is string {
  return typeof id === 'string'
}

/** Saves somebody; an id beginning with NEW- makes them, and is kept as what they were called until now (STORE-4). */
export async function savePerson(eventId: number, id: number | string, body: Record<string, unknown>): Promise<{ person: SavedPerson; editId: number; seq: number }> {
  const sent = (isNew(id) ? { ...body, ephemeralId: id } : { ...body, id }) as unknown as Schemas['SavedParticipant']
  const { data, headers } = await answerWithHeaders(api.POST('/race_events/{id}/participants', { params: { path: { id: eventId } }, body: sent as never }))
  return { person: data, editId: Number(headers.get('Edit') ?? 0), seq: Number(headers.get('Seq') ?? 0) }
}

/** Takes somebody off the roster and answers the entry of the journal; refused when they have crossings. */
export async function removePerson(eventId: number, id: number): Promise<number> {
  const { error, response } = await api.DELETE('/race_events/{id}/participants/{participantId}', { params: { path: { id: eventId, participantId: id } } })
  if (response.ok) return Number(response.headers.get('Edit') ?? 0)
  const said = error as Partial<{ error: string; code: string; field: string }> | undefined
  throw new ApiError(response.status, said?.error ?? 'The server gave no reason', said?.code, said?.field)
}

/** What setting a status did, or with `dry` would do. */
export interface StatusSet {
  editId: number
  summary: string
  people: Affected[]
  others: number
}

/** Gives people a status; `dry` only says whose standing that changes. */
export function setStatus(eventId: number, people: readonly number[], status: number, why: string, dry: boolean, signal?: AbortSignal): Promise<StatusSet> {
  return answer(
    api.POST('/race_events/{id}/participants/set_status', {
      params: { path: { id: eventId }, query: { dry_run: dry } },
      body: { participantIds: [...people], status: String(status), why },
      ...(signal ? { signal } : {}),
    }),
  )
}

/** Takes an entry of the journal back; `dry` only says what that would do. */
export function undoEdit(editId: number, dry: boolean): Promise<JournalLine> {
  return answer(api.POST('/edits/{editId}/undo', { params: { path: { editId }, query: { dry_run: dry } } }))
}

// What only the detail of a person has; a row of the list must not carry it.
const DETAIL = new Set(['dob', 'chips', 'uniqueId', 'email', 'phone', 'address', 'zip', 'emergencyName', 'emergencyPhone', 'shirtSize', 'expectsShirt', 'waveBuddy', 'waveWeight', 'wavePref', 'rank', 'outOf', 'band', 'splits', 'crossings', 'reads', 'told', 'remarks', 'people', 'others', 'ephemeralId'])

/** Shows somebody as they were just saved, before the news of it comes (STORE-4). */
export function keepPerson(client: QueryClient, eventId: number, saved: SavedPerson, seq: number): void {
  const { told: _told, remarks: _remarks, people: _people, others: _others, ephemeralId, ...detail } = saved
  client.setQueryData<ParticipantDetail>(keys.participant(eventId, saved.id), detail)
  const row = Object.fromEntries(Object.entries(detail).filter(([key]) => !DETAIL.has(key))) as unknown as Participant
  client.setQueryData<Rows<Participant>>(keys.participants(eventId), (rows) => rows && mergeRows(rows, [{ ...row, ...(ephemeralId ? { ephemeralId } : {}) }], seq, { complete: () => true }))
  written(client, eventId)
}

/** Takes somebody out of the list who was just removed. */
export function dropPerson(client: QueryClient, eventId: number, id: number): void {
  client.setQueryData<Rows<Participant>>(keys.participants(eventId), (rows) => (rows && rowOf(rows, id) ? removeRows(rows, [id], 0) : rows))
  written(client, eventId)
}

/** After a write of any kind the journal is asked again. */
export function written(client: QueryClient, eventId: number): void {
  void client.invalidateQueries({ queryKey: keys.edits(eventId) })
}
