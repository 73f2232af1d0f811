/** Crossings: the list, and everything that a person does to one or many. Each write is one entry of the journal, and can be tried first. */

import { answer, answerWithHeaders, api } from './http.ts'
import type { components } from './schema'
import type { Crossing, Explanation } from './types.ts'

/** What the list is narrowed to; an absent one does not narrow. Times are RFC 3339. */
export interface CrossingFilter {
  q?: string
  bib?: string
  raceId?: number
  splitId?: number
  sourceId?: number
  participantId?: number
  disposition?: string
  valid?: boolean
  unmatched?: boolean
  from?: string
  to?: string
  order?: 'asc' | 'desc'
}

/** A part of the list, and how many there are in all. */
export interface CrossingPage {
  rows: Crossing[]
  total: number
}

type Schemas = components['schemas']

/** The answer of a change, and of trying it: `editId` is 0 then. */
export type Acted = Schemas['Acted']
/** A crossing as it is about to be entered for somebody. */
export type Proposal = Schemas['Proposal']
/** What could be entered for somebody; where nothing can, a sentence says why. */
export type Proposals = Schemas['Proposals']
/** What a time would become if it were entered now. */
export type Judgement = Schemas['Judgement']

/** What may be said of a crossing. A key that is absent leaves the field as it is; null takes what was said back. */
export interface CrossingBody {
  participantId?: number
  eventSourceId?: number
  splitId?: number | null
  loopId?: number | null
  timestamp?: string | null
  tag?: string
  validCrossing?: boolean | null
  why?: string
}

/** Some crossings, in time order, from `offset` on. */
export async function crossingPage(eventId: number, f: CrossingFilter, offset: number, limit: number, signal?: AbortSignal): Promise<CrossingPage> {
  const query = {
    o: offset, limit, q: f.q, bib: f.bib, race_id: f.raceId, split_id: f.splitId, event_source_id: f.sourceId, participant_id: f.participantId,
    disposition: f.disposition, valid: f.valid === undefined ? undefined : String(f.valid), unmatched: f.unmatched, from: f.from, to: f.to, order: f.order,
  }
  const { data, headers } = await answerWithHeaders(api.GET('/race_events/{id}/crossings', { params: { path: { id: eventId }, query: query as never }, signal }))
  return { rows: data, total: Number(headers.get('Total') ?? data.length) }
}

/** Why a crossing is what it is: the story of its person, and every read. */
export function explainCrossing(eventId: number, crossing: number, signal?: AbortSignal): Promise<Explanation> {
  return answer(api.GET('/race_events/{id}/explain', { params: { path: { id: eventId }, query: { crossing } }, signal }))
}

/** Only tries it: the answer is the same and nothing is stored. */
export interface Try {
  dry: boolean
  signal?: AbortSignal
}

const trial = (t?: Try) => ({ query: { dry_run: t?.dry ?? false }, signal: t?.signal ?? null })

/** Sets crossings aside; their reads stay stored and `restoreCrossings` brings them back. */
export function voidCrossings(eventId: number, crossings: number[], why: string, t?: Try): Promise<Acted> {
  const { query, signal } = trial(t)
  return answer(api.POST('/race_events/{id}/crossings/void', { params: { path: { id: eventId }, query }, body: { crossings, why }, signal }))
}

export function restoreCrossings(eventId: number, crossings: number[], why: string, t?: Try): Promise<Acted> {
  const { query, signal } = trial(t)
  return answer(api.POST('/race_events/{id}/crossings/restore', { params: { path: { id: eventId }, query }, body: { crossings, why }, signal }))
}

/** Gives crossings to another participant of the event. Their tags stay as they were read. */
export function reassignCrossings(eventId: number, crossings: number[], receiver: number, why: string, t?: Try): Promise<Acted> {
  const { query, signal } = trial(t)
  return answer(api.POST('/race_events/{id}/crossings/reassign', { params: { path: { id: eventId }, query }, body: { crossings, receiver, why }, signal }))
}

/** Laps that no reader saw, evenly over the gap before a crossing. The same `ephemeralId` sent twice enters them once. */
export function insertLaps(eventId: number, crossingId: number, body: { count: number; jitter: boolean; why: string; ephemeralId?: string }, t?: Try): Promise<Acted> {
  const { query, signal } = trial(t)
  return answer(api.POST('/race_events/{id}/crossings/{crossingId}/insert_laps', { params: { path: { id: eventId, crossingId }, query }, body, signal }))
}

/** Gives somebody the finish of another, a little earlier or later. */
export function matchFinish(eventId: number, participantId: number, body: { finisherId: number; adjustmentMs: number; why: string; ephemeralId?: string }, t?: Try): Promise<Acted> {
  const { query, signal } = trial(t)
  return answer(api.POST('/race_events/{id}/participants/{participantId}/match_finish', { params: { path: { id: eventId, participantId }, query }, body, signal }))
}

/** Says something else of a crossing. The reads stay as they came. */
export async function saveCrossing(eventId: number, crossingId: number, body: CrossingBody & { ephemeralId?: string }, t?: Try): Promise<Acted> {
  const { query, signal } = trial(t)
  const { acted } = await answer(api.PUT('/race_events/{id}/crossings/{crossingId}', { params: { path: { id: eventId, crossingId }, query }, body: { ...body }, signal }))
  return acted ?? { editId: 0, summary: '', people: [], others: 0, crossings: [] }
}

/** Scores a time that is about to be entered, without keeping it. */
export function judgeCrossing(eventId: number, b: CrossingBody, signal?: AbortSignal): Promise<Judgement> {
  const body = { bib: '', eventSourceId: b.eventSourceId ?? 0, timestamp: b.timestamp ?? '', participantId: b.participantId ?? 0, splitId: b.splitId ?? 0, ...(typeof b.loopId === 'number' ? { loopId: b.loopId } : {}) }
  return answer(api.POST('/race_events/{id}/crossings/judge', { params: { path: { id: eventId } }, body, signal: signal ?? null }))
}

/** Enters a crossing by hand. The same `ephemeralId` sent twice stores it once. */
export async function addCrossing(eventId: number, body: CrossingBody & { ephemeralId: string }): Promise<{ editId: number; summary: string }> {
  const { headers } = await answerWithHeaders(api.POST('/race_events/{id}/crossings', { params: { path: { id: eventId } }, body: body as Schemas['CrossingSave'] }))
  const editId = Number(headers.get('Edit') ?? 0)
  return { editId, summary: editId > 0 ? '' : 'The crossing was entered already.' }
}

/** What could be entered for somebody whose start or finish is missing. */
export function proposalsFor(eventId: number, participantId: number, signal?: AbortSignal): Promise<Proposals> {
  return answer(api.GET('/race_events/{id}/participants/{participantId}/proposals', { params: { path: { id: eventId, participantId } }, signal: signal ?? null }))
}
