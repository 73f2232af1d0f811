/** The outside feed of an event: asking it begins and ends. */

import { answer, api } from './http.ts'
import type { Ingress } from './types.ts'

export function startIngress(eventId: number): Promise<Ingress> {
  return answer(api.POST('/race_events/{id}/ingress/start', { params: { path: { id: eventId } } }))
}

export function stopIngress(eventId: number): Promise<Ingress> {
  return answer(api.POST('/race_events/{id}/ingress/stop', { params: { path: { id: eventId } } }))
}
