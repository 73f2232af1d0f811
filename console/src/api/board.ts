/** What is done from the problems inbox. */

import { answer, api, ApiError } from './http.ts'
import type { Edit, Fix } from './types.ts'

/** Lets a problem be until its evidence changes; the number of the journal's entry, 0 when it was accepted already. */
export async function acceptProblem(eventId: number, problemId: string, why: string): Promise<number> {
  const { data, error, response } = await api.POST('/race_events/{id}/problems/{problemId}/accept', { params: { path: { id: eventId, problemId } }, body: { why } })
  if (!response.ok) await answer(Promise.resolve({ error, response }))
  return (data as Edit | null)?.id ?? 0
}

/** A remedy names its request itself: any of the API's own. The answer is the number of the journal's entry, 0 when there is none. */
export async function carryOut(fix: Fix, body: Record<string, unknown>): Promise<number> {
  const call = { body } as never
  const path = `/${fix.path}` as never
  const { data, response } = await answerOf(fix.method === 'PUT' ? api.PUT(path, call) : api.POST(path, call))
  const said = Number(response.headers.get('Edit') ?? 0)
  if (said > 0) return said
  const edit = data as { id?: number; changes?: unknown } | null
  return edit?.changes ? (edit.id ?? 0) : 0
}

interface Answered { data?: unknown; error?: unknown; response: Response }

async function answerOf(call: Promise<unknown>): Promise<Answered> {
  const said = (await call) as Answered
  if (said.response.ok) return said
  await answer(Promise.resolve({ error: said.error, response: said.response }))
  throw new ApiError(said.response.status, 'Bad response', 'internal')
}
