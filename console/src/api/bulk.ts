/** Actions on many: what each would do, and doing it. Each is one entry of the journal, taken back as one. */

import { answer, api } from './http.ts'
import type { Acted, Reset } from './types.ts'

/** Who in these races would be or is set to DNS because they did not start. */
export function autoDNS(eventId: number, raceIds: readonly number[], dry: boolean): Promise<Acted> {
  return answer(api.POST('/race_events/{id}/auto_dns', { params: { path: { id: eventId }, query: { dry_run: dry } }, body: { raceIds: [...raceIds] } }))
}

/** Who of these races would be or is moved to a shorter race that their reads finish. */
export function dropDowns(eventId: number, raceIds: readonly number[], dry: boolean): Promise<Acted> {
  return answer(api.POST('/race_events/{id}/drop_downs', { params: { path: { id: eventId }, query: { dry_run: dry } }, body: { raceIds: [...raceIds] } }))
}

/** How much a reset would set aside, or has set aside. */
export function resetEvent(eventId: number, dry: boolean): Promise<Reset> {
  return answer(api.POST('/race_events/{id}/reset', { params: { path: { id: eventId }, query: { dry_run: dry } } }))
}
