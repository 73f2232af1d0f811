/** What a person can make the server do from the shell. Edits of a feature live with that feature. */

import { toast } from '../lib/toast.ts'
import { answer, api, done } from './http.ts'
import { dropSession } from './session.ts'
import type { Edit, LoginAnswer, ScoreChange } from './types.ts'

/** Signs in; both values are sent as they were typed (AUTH-5). */
export function authenticate(u: string, p: string): Promise<LoginAnswer> {
  return answer(api.POST('/authenticate', { body: { u, p } }))
}

/** Ends the session of this browser, and the cookie that downloads and the websocket use. */
export function signOut(): void {
  // Without an answer the cookie ends with its token; what this browser holds is gone either way.
  done(api.DELETE('/authenticate')).catch(() => {})
  dropSession()
}

/** Scores races again from their reads and says whose result differs. */
export function rescore(eventId: number, raceIds: number[]): Promise<ScoreChange[]> {
  return answer(api.POST('/race_events/{id}/score', { params: { path: { id: eventId } }, body: { raceIds } }))
}

export function deleteNotification(id: number): Promise<void> {
  return done(api.DELETE('/notifications/{notificationId}', { params: { path: { notificationId: id } } }))
}

export function readAllNotifications(): Promise<void> {
  return done(api.POST('/notifications/read_all'))
}

/** Takes back what an edit of the journal did; the answer is the new entry, which can be taken back in its turn. */
export function undo(editId: number): Promise<Edit> {
  return answer(api.POST('/edits/{editId}/undo', { params: { path: { editId } } }))
}

/** Says what was done, with a button that takes it back: for every write that the journal knows. */
export function undoable(editId: number, words: string): void {
  if (editId <= 0) return toast(words)
  toast(words, {
    label: 'Undo',
    run: async () => {
      await undo(editId)
      return `Undone: ${words}`
    },
  })
}
