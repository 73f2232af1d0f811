/** Crossings: the list, and everything that a person does to one or many. Each write is one entry of the journal, and can be tried first. */

import type { Affected } from '../lib/acted.ts'
import { answer, answerWithHeaders, api } from './http.ts'
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

/** The answer of a change to many, and of trying it: `editId` is 0 then. */
export interface Acted {
  editId: number
  summary: string
  people: Affected[]
  /** How many more only move to another place. */
  others: number
  crossings: Crossing[]
}

/** A crossing as it is about to be entered for somebody. */
export interface Proposal {
  splitId: number
  split: string
  eventSourceId: number
  source: string
  timestamp: string
  why: string
}

/** What could be entered for somebody; where nothing can, a sentence says why. */
export interface Proposals {
  start: Proposal | null
  startWhy: string
  finish: Proposal | null
  finishWhy: string
}

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

const query = (t?: Try) => ({ dry_run: t?.dry ?? false })

/** Sets crossings aside; their reads stay stored and `restoreCrossings` brings them back. */
export function voidCrossings(eventId: number, crossings: number[], why: string, t?: Try): Promise<Acted> {
  return acted(`/race_events/${eventId}/crossings/void`, { crossings, why }, t)
}

export function restoreCrossings(eventId: number, crossings: number[], why: string, t?: Try): Promise<Acted> {
  return acted(`/race_events/${eventId}/crossings/restore`, { crossings, why }, t)
}

/** Gives crossings to another participant of the event. Their tags stay as they were read. */
export function reassignCrossings(eventId: number, crossings: number[], receiver: number, why: string, t?: Try): Promise<Acted> {
  return acted(`/race_events/${eventId}/crossings/reassign`, { crossings, receiver, why }, t)
}

/** Laps that no reader saw, evenly over the gap before a crossing. */
export function insertLaps(eventId: number, crossing: number, count: number, jitter: boolean, why: string, t?: Try): Promise<Acted> {
  return acted(`/race_events/${eventId}/crossings/${crossing}/insert_laps`, { count, jitter, why }, t)
}

/** Gives somebody the finish of another, a little earlier or later. */
export function matchFinish(eventId: number, participantId: number, finisherId: number, adjustmentMs: number, why: string, t?: Try): Promise<Acted> {
  return acted(`/race_events/${eventId}/participants/${participantId}/match_finish`, { finisherId, adjustmentMs, why }, t)
}

function acted(path: string, body: object, t?: Try): Promise<Acted> {
  return answer(api.POST(path as never, { params: { query: query(t) }, body, signal: t?.signal } as never))
}

/** What a time would become if it were entered now. */
export interface Judgement {
  verdict: 'good' | 'questionable' | 'bad' | 'unknown'
  race: string
  split: string
  lap: number
  disposition: string
  reasons: string[]
}

/** Scores a time that is about to be entered, without keeping it. */
export function judgeCrossing(eventId: number, body: CrossingBody, signal?: AbortSignal): Promise<Judgement> {
  return answer(api.POST(`/race_events/${eventId}/crossings/judge` as never, { body: { bib: '', ...body }, signal } as never))
}

/** Enters a crossing by hand. The same `ephemeralId` sent twice stores it once. */
export async function addCrossing(eventId: number, body: CrossingBody & { ephemeralId: string }): Promise<{ editId: number; summary: string }> {
  const { headers } = await answerWithHeaders(api.POST('/race_events/{id}/crossings', { params: { path: { id: eventId } }, body: body as never }))
  return { editId: Number(headers.get('Edit') ?? 0), summary: '' }
}

/** What could be entered for somebody whose start or finish is missing. */
export function proposalsFor(eventId: number, participantId: number, signal?: AbortSignal): Promise<Proposals> {
  return answer(api.GET(`/race_events/${eventId}/participants/${participantId}/proposals` as never, { signal } as never))
}

/** Says something else of a crossing. The reads stay as they came. */
export async function saveCrossing(eventId: number, id: number, body: CrossingBody, t?: Try): Promise<Acted> {
  const call = api.PUT('/race_events/{id}/crossings/{crossingId}', { params: { path: { id: eventId, crossingId: id }, query: query(t) as never }, body: body as never, signal: t?.signal ?? null })
  const { data, headers } = await answerWithHeaders<unknown>(call)
  return { summary: '', people: [], others: 0, crossings: [], ...(data as Partial<Acted>), editId: Number(headers.get('Edit') ?? 0) }
}
