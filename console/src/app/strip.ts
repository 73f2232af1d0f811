/** What the status strip says (STAT-1 … STAT-8, A-121). Pure: state in, colour and words out. */

import type { Check, EventSource, RaceEvent } from '../api/types.ts'
import type { State } from '../ui/Status.tsx'

export interface Light { state: State; words: string }

/** How many kinds of check an event is put through; fewer reasons than this are a warning, more are a fault (STAT-3). */
export const CHECKS = 4

/** The sources that the races of an event use, deleted ones left out. */
export function usedSources(event: RaceEvent | undefined, sources: readonly EventSource[]): EventSource[] {
  const ids = new Set(event?.races.flatMap((r) => [...r.roamingESIDs, ...r.splits.flatMap((s) => s.eventRoutes.map((e) => e.eventSourceId))]) ?? [])
  return sources.filter((s) => ids.has(s.id) && !s.deleted)
}

/** None in use: off. None connected: bad. All: good. Some: attention (STAT-2). */
export function sourcesLight(used: readonly EventSource[]): Light {
  const up = used.filter((s) => s.status === 'connected').length
  if (used.length === 0) return { state: 'off', words: 'No sources' }
  return { state: up === 0 ? 'bad' : up === used.length ? 'good' : 'warn', words: `Sources ${up} of ${used.length}` }
}

/** No event: off. Not loaded: bad. No reasons: good. Fewer than the checks: attention. Else bad (STAT-3). */
export function configLight(hasEvent: boolean, failed: boolean, reasons: readonly Check[] | undefined): Light {
  if (!hasEvent || (reasons === undefined && !failed)) return { state: 'off', words: 'Config' }
  if (failed || reasons === undefined) return { state: 'bad', words: 'Config unknown' }
  if (reasons.length === 0) return { state: 'good', words: 'Config' }
  return { state: reasons.length < CHECKS ? 'warn' : 'bad', words: `Config ${reasons.length}` }
}

/** How old the last sign of life of live tracking may be (LIVE-6). */
export const HEARTBEAT_MS = 15_000

/**
 * Live tracking: good when the server took something within 15 s (`okAt`, 0 = it does not), else bad (STAT-8). null while it was not
 * started since the server began, or was stopped.
 */
export function trackingLight(state: string, okAt: number, now: number): Light | null {
  if (state === 'off' || state === 'waiting') return null
  return { state: okAt > 0 && now - okAt <= HEARTBEAT_MS ? 'good' : 'bad', words: 'Tracking' }
}
