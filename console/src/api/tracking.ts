/** Live tracking: whether and where an event's public standings are pushed, and whether they arrive. It is started and stopped over the control channel (LIVE-5). */

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { answer, api } from './http.ts'
import type { components } from './schema'
import type { Message } from './types.ts'

/** How it goes. `okAt` is when the server took something last, by this computer's clock; 0 when it does not. */
export type Tracking = components['schemas']['Tracking'] & { okAt: number }

const key = (eventId: number) => ['race_events', eventId, 'tracking'] as const

/** How the live tracking of an event goes; messages bring it up to date. */
export function trackingQuery(eventId: number) {
  return queryOptions({
    queryKey: key(eventId),
    queryFn: async ({ signal }): Promise<Tracking> => {
      const state = await answer(api.GET('/race_events/{id}/tracking', { params: { path: { id: eventId } }, signal }))
      return { ...state, okAt: state.okAgoMs === null ? 0 : Date.now() - state.okAgoMs }
    },
    staleTime: 30_000,
  })
}

/** Whether a message says something of an event's live tracking (RT-28). */
export const isTracking = (m: Message, eventId: number): boolean => m.msgType === 'livetrackStatus' && m.raceEventId === eventId

/** Asks again how it goes. A question that is under way is waited for: messages may come faster than answers. */
export function askTracking(client: QueryClient, eventId: number): void {
  void client.invalidateQueries({ queryKey: key(eventId) }, { cancelRefetch: false })
}

/** Takes in what a message says: OK is the sign of life itself; whatever else it is, the server knows how things stand. */
export function trackingTold(client: QueryClient, eventId: number, m: Message): void {
  const known = client.getQueryData<Tracking>(key(eventId))
  if (m.status === 'OK' && known && known.server !== '') {
    client.setQueryData<Tracking>(key(eventId), { ...known, state: 'running', status: 'OK', at: m.at ?? null, okAt: Date.now() })
  } else {
    askTracking(client, eventId)
  }
}
