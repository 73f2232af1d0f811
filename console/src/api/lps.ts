/** The monitor of last-person-standing races: what it does, and starting and stopping it. */

import { queryOptions } from '@tanstack/react-query'
import { toast } from '../lib/toast.ts'
import { undoable } from './actions.ts'
import { answer, api } from './http.ts'
import { keys } from './queries.ts'

/** What the monitor does and what each last-person-standing race is about to decide. Bells ring without a message: it is asked again. */
export function lpsMonitor(eventId: number) {
  return queryOptions({
    queryKey: [...keys.event(eventId), 'lps'] as const,
    queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/lps', { params: { path: { id: eventId } }, signal })),
    staleTime: 3_000,
    refetchInterval: 10_000,
  })
}

/** Starts or stops the monitor, and says so with a way back; a refusal is said too. */
export async function commandLps(eventId: number, cmd: 'start' | 'stop'): Promise<void> {
  try {
    const now = await answer(api.POST('/race_events/{id}/lps', { params: { path: { id: eventId } }, body: { cmd } }))
    undoable(now.editId, cmd === 'start' ? 'LPS Monitor started' : 'LPS Monitor stopped')
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error))
  }
}
