/** The search for people over what is held (SEARCH-1 … SEARCH-4, A-134). Pure. */

import { shortBib } from './units.ts'

/** What is searched of a person. */
export interface Findable {
  firstName: string
  lastName: string
  notes: string
  bib: string
}

interface Haystack { names: string; notes: string; bib: string }

// Lower-casing 50,000 names at every key costs more than the search; a row that did not change keeps its words.
const haystacks = new WeakMap<Findable, Haystack>()

function haystack(p: Findable): Haystack {
  let h = haystacks.get(p)
  if (!h) {
    h = { names: `${p.firstName}\n${p.lastName}`.toLowerCase(), notes: p.notes.toLowerCase(), bib: shortBib(p.bib).toLowerCase() }
    haystacks.set(p, h)
  }
  return h
}

/** The words of a search, in lower case. */
export function terms(text: string): string[] {
  return text.toLowerCase().split(' ').filter((t) => t !== '')
}

/** Whether one of the terms is this person's bib, leading zeros aside. */
export function isBibOf(p: Findable, wanted: readonly string[]): boolean {
  const { bib } = haystack(p)
  return wanted.some((t) => shortBib(t) === bib)
}

/** People of whom every term matches something: a name contains it, the notes contain it, or the bib is it. Exact bibs first; none for blanks. */
export function findPeople<T extends Findable>(rows: readonly T[], text: string, cap = Infinity): T[] {
  const wanted = terms(text)
  if (wanted.length === 0) return []
  const exact: T[] = []
  const found: T[] = []
  const bibs = wanted.map(shortBib)
  for (const p of rows) {
    const h = haystack(p)
    if (!wanted.every((t, i) => h.bib === bibs[i] || h.names.includes(t) || h.notes.includes(t))) continue
    if (bibs.includes(h.bib)) exact.push(p)
    else if (found.length < cap) found.push(p)
  }
  return [...exact, ...found].slice(0, cap)
}
