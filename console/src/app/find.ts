/** The search of header and palette over what is held (SEARCH-1 … SEARCH-4, A-134). Pure. */

import type { Participant, RaceEvent } from '../api/types.ts'
import { shortBib } from '../lib/units.ts'

/** How many of each kind are shown. */
export const CAP = 11

interface Haystack { names: string; notes: string; bib: string }

// Lower-casing 50,000 names at every key costs more than the search; a row that did not change keeps its words.
const haystacks = new WeakMap<Participant, Haystack>()

function haystack(p: Participant): Haystack {
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

/** People of whom every term matches something: a name contains it, the notes contain it, or the bib is it. Exact bibs first. */
export function findParticipants(rows: readonly Participant[], text: string, cap = CAP): Participant[] {
  const wanted = terms(text)
  if (wanted.length === 0) return []
  const exact: Participant[] = []
  const found: Participant[] = []
  const bibs = wanted.map(shortBib)
  for (const p of rows) {
    const h = haystack(p)
    if (!wanted.every((t, i) => h.bib === bibs[i] || h.names.includes(t) || h.notes.includes(t))) continue
    if (bibs.includes(h.bib)) exact.push(p)
    else if (found.length < cap) found.push(p)
  }
  return [...exact, ...found].slice(0, cap)
}

/** Events whose name contains every term, the active one first. */
export function findEvents(events: readonly RaceEvent[], text: string, active: number, cap = CAP): RaceEvent[] {
  const wanted = terms(text)
  if (wanted.length === 0) return []
  const found = events.filter((e) => wanted.every((t) => e.name.toLowerCase().includes(t)))
  return found.toSorted((a, b) => Number(b.id === active) - Number(a.id === active)).slice(0, cap)
}
