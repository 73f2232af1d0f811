/** What a person can make the server do from the shell. Edits of a feature live with that feature's queries. */

import { send } from './http.ts'
import type { LoginAnswer } from './types.ts'

/** Signs in; both values are sent as they were typed (AUTH-5). */
export function authenticate(u: string, p: string): Promise<LoginAnswer> {
  return send<LoginAnswer>('POST', '/authenticate', { body: { u, p } })
}

/** One line of what changed when races were scored again. */
export interface ScoreChange { participantId: number; bib: string; name: string; race: string; from: string; to: string }

/** Scores races again from their reads and says whose result differs. */
export function rescore(eventId: number, raceIds: number[]): Promise<ScoreChange[]> {
  return send<ScoreChange[]>('POST', `/race_events/${eventId}/score`, { body: { raceIds } })
}

export function deleteNotification(id: number): Promise<void> {
  return send<void>('DELETE', `/notifications/${id}`)
}

export function readAllNotifications(): Promise<void> {
  return send<void>('POST', '/notifications/read_all')
}
