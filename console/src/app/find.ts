/** The search of header and palette over what is held (SEARCH-1 … SEARCH-4, A-134). Pure. */

import type { Participant, RaceEvent } from '../api/types.ts'
import { findPeople, terms } from '../lib/find.ts'

/** How many of each kind are shown. */
export const CAP = 11

/** People that match, as lib/find.ts says, the first few. */
export function findParticipants(rows: readonly Participant[], text: string, cap = CAP): Participant[] {
  return findPeople(rows, text, cap)
}

/** Events whose name contains every term, the active one first. */
export function findEvents(events: readonly RaceEvent[], text: string, active: number, cap = CAP): RaceEvent[] {
  const wanted = terms(text)
  if (wanted.length === 0) return []
  const found = events.filter((e) => wanted.every((t) => e.name.toLowerCase().includes(t)))
  return found.toSorted((a, b) => Number(b.id === active) - Number(a.id === active)).slice(0, cap)
}
