// The part of the address that is the view of the crossings list: what it is narrowed to, and its order. A link is a saved view.
// Kept small and free of the screen: the router needs it before.

import type { CrossingFilter } from '../../api/crossings.ts'

type Text = string | number

/** As it stands in the address. Whole numbers stand there as such, so that no quotes are needed around them. */
export interface CrossingsSearch {
  q?: Text
  /** One bib, whole. */
  bib?: Text
  race?: Text
  split?: Text
  source?: Text
  /** Codes of what became of the read, joined by "~". */
  disposition?: Text
  /** "yes" or "no". */
  valid?: Text
  /** "yes": only those that belong to nobody. */
  unmatched?: Text
  /** Instants in UTC, 2026-10-03T13:00:00Z. */
  from?: Text
  to?: Text
  /** "time" for the oldest first; the newest come first without it. */
  sort?: Text
}

export const FILTERS = ['q', 'bib', 'race', 'split', 'source', 'disposition', 'valid', 'unmatched', 'from', 'to'] as const
const keys = [...FILTERS, 'sort'] as const

export type FilterKey = (typeof FILTERS)[number]

/** Keeps what the screen knows, drops the rest and empty values. */
export function validateCrossingsSearch(search: Record<string, unknown>): CrossingsSearch {
  const out: Record<string, Text> = {}
  for (const key of keys) {
    const value = search[key]
    if ((typeof value === 'string' || typeof value === 'number') && value !== '') out[key] = short(String(value))
  }
  return out as CrossingsSearch
}

/** The same search with one value set; an empty one takes it out. */
export function withValue(search: CrossingsSearch, key: (typeof keys)[number], value: string): CrossingsSearch {
  return validateCrossingsSearch({ ...search, [key]: value })
}

/** What the server is asked for. What does not make sense is left out. */
export function filterOf(s: CrossingsSearch): CrossingFilter {
  const f: CrossingFilter = { order: s.sort === 'time' ? 'asc' : 'desc' }
  if (s.q !== undefined) f.q = String(s.q)
  if (s.bib !== undefined) f.bib = String(s.bib)
  if (typeof s.race === 'number') f.raceId = s.race
  if (typeof s.split === 'number') f.splitId = s.split
  if (typeof s.source === 'number') f.sourceId = s.source
  if (s.disposition !== undefined) f.disposition = String(s.disposition).split('~').join(',')
  if (s.valid === 'yes' || s.valid === 'no') f.valid = s.valid === 'yes'
  if (s.unmatched === 'yes') f.unmatched = true
  if (isInstant(s.from)) f.from = String(s.from)
  if (isInstant(s.to)) f.to = String(s.to)
  return f
}

/** An instant as it stands in the address; "" for none. */
export function instantText(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().replace('.000Z', 'Z')
}

function isInstant(text: Text | undefined): boolean {
  return text !== undefined && !Number.isNaN(Date.parse(String(text)))
}

function short(text: string): Text {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}
