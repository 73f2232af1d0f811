/** Times that people enter: what one would become, and a batch of them; and finish slips. */

import { learnServerTime, ms } from '../lib/time.ts'
import type { components } from './schema'
import { answer, answerWithHeaders, api, ApiError } from './http.ts'

/** What a time would become if it were entered now, and why. */
export type Judgement = components['schemas']['Judgement']

/** A time as it goes to the server. The ephemeral id names it for good: sent again, it is stored once. */
export interface NewCrossing {
  ephemeralId: string
  participantId: number | null
  eventSourceId: number
  timestamp: string
  tag: string
}

type Batch = components['schemas']['CrossingBatch']

// Longer than any answer takes; giving up is safe, because a batch may be sent again.
const PATIENCE_MS = 20_000

/** Asks what time it is, so that entered times are the server's. Throws when there is no answer. */
export async function measureClock(): Promise<void> {
  const sent = Date.now()
  const version = await answer(api.GET('/version', { signal: AbortSignal.timeout(5_000) }))
  learnServerTime(ms(version.now), sent)
}

/** Scores a time without keeping it. */
export function judge(eventId: number, read: { eventSourceId: number; bib: string; timestamp: string }, signal: AbortSignal): Promise<Judgement> {
  return answer(api.POST('/race_events/{id}/crossings/judge', { params: { path: { id: eventId } }, body: read, signal }))
}

/** Stores a batch in one call; the entry of the journal, 0 when the server had all of them already. */
export async function saveBatch(eventId: number, crossings: readonly NewCrossing[]): Promise<number> {
  const body = { crossings: crossings.map((c) => ({ ...c, readerId: 'manual' })) } as unknown as Batch
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const { headers } = await answerWithHeaders(api.POST('/race_events/{id}/crossings/batch', { params: { path: { id: eventId } }, body, signal }))
  return Number(headers.get('Edit') ?? 0)
}

/** What the server said to a batch that it did not store; null when it may have stored it. Final: sending it again would be refused again. */
export function refusalOf(error: unknown): { words: string; final: boolean } | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return null
  return { words: error.message, final: ![401, 403, 408, 429].includes(error.status) }
}

/** Sends somebody's finish slip to a label printer; answers the address that took it. */
export async function printSlip(eventId: number, participantId: number, address: string): Promise<string> {
  const path = { id: eventId, participantId }
  return (await answer(api.POST('/race_events/{id}/participants/{participantId}/print', { params: { path }, body: { address } }))).address
}

/** Takes an entry of the journal back. */
export function undoEdit(editId: number): Promise<unknown> {
  return answer(api.POST('/edits/{editId}/undo', { params: { path: { editId } } }))
}
