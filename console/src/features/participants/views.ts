// Named views of the list, kept on this browser. A view is what stands in the address: filters, order, columns. Pure.

import { withNamed } from '../../lib/named.ts'
import { validateParticipantsSearch, type ParticipantsSearch } from './search.ts'

export interface SavedView { name: string; search: Record<string, string | number> }

/** The views with one more; a known name is overwritten, a blank one changes nothing. */
export function withView(views: readonly SavedView[], name: string, search: ParticipantsSearch): SavedView[] {
  return withNamed(views, { name, search: searchOf(search) })
}

/** The view that the address is now, if it is one of them. */
export function currentView(views: readonly SavedView[], search: ParticipantsSearch): SavedView | undefined {
  const now = JSON.stringify(searchOf(search))
  return views.find((v) => JSON.stringify(searchOf(v.search)) === now)
}

/** A search as it is kept: what the screen knows, always in the same order. */
function searchOf(search: Record<string, unknown> | ParticipantsSearch): Record<string, string | number> {
  return validateParticipantsSearch(search as Record<string, unknown>) as Record<string, string | number>
}
