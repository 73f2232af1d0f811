// Named views of the list, kept on this browser. A view is what stands in the address: filters, order, columns. Pure.

import { validateParticipantsSearch, type ParticipantsSearch } from './search.ts'

export interface SavedView { name: string; search: Record<string, string | number> }

const LONGEST = 60

/** The views with one more; a known name is overwritten, a blank one changes nothing. */
export function withView(views: readonly SavedView[], name: string, search: ParticipantsSearch): SavedView[] {
  const called = name.trim().slice(0, LONGEST)
  if (called === '') return [...views]
  const view = { name: called, search: searchOf(search) }
  const at = views.findIndex((v) => same(v.name, called))
  return at < 0 ? [...views, view] : views.with(at, view)
}

/** The views with one under another name; a name that is taken by another view changes nothing. */
export function renamedView(views: readonly SavedView[], name: string, to: string): SavedView[] {
  const called = to.trim().slice(0, LONGEST)
  const taken = views.some((v) => same(v.name, called) && !same(v.name, name))
  return called === '' || taken ? [...views] : views.map((v) => (same(v.name, name) ? { ...v, name: called } : v))
}

export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((v) => !same(v.name, name))
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

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}
