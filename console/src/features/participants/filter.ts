// Who is in the list: the filters RES-6 … RES-9, as one function from a participant to yes or no. Pure.

import type { Participant, Race } from '../../api/types.ts'
import { folded } from '../../ui/tableOrder.ts'
import { valuesOf, type ParticipantsSearch } from './search.ts'

/** The options of the status filter (RES-9); Current and Finished exist only here (RES-14). */
export const statusOptions = [
  { id: '0', label: 'OK' },
  { id: '1', label: 'DNS' },
  { id: '2', label: 'DNF' },
  { id: '3', label: 'DQ' },
  { id: '15', label: 'Current' },
  { id: '16', label: 'Finished' },
] as const

export interface Band {
  label: string
  from: number
  to: number
}

const usualBands = [20, 30, 40, 50, 60, 70]

/** The age bands (RES-8): the usual ones, or those of the one race that is shown. */
export function bandsOf(races: readonly Race[]): Band[] {
  const starts = (races.length === 1 && races[0]!.ageBands?.length ? races[0]!.ageBands : usualBands) ?? usualBands
  const bands: Band[] = [{ label: `<${starts[0]!}`, from: 0, to: starts[0]! - 1 }]
  starts.forEach((from, i) => {
    const next = starts[i + 1]
    bands.push(next === undefined ? { label: `${from}+`, from, to: Infinity } : { label: `${from}-${next - 1}`, from, to: next - 1 })
  })
  return bands
}

/** A bib as it is compared: without blanks, leading zeros and case. */
export function cleanBib(bib: string): string {
  return bib.trim().replace(/^0+(?=.)/, '').toLowerCase()
}

/** Bibs in the order in which people count: 9 before 10, A9 before A10, and those with letters last. */
export function bibKey(bib: string): number | string | null {
  if (bib === '') return null
  const number = Number(bib)
  return Number.isInteger(number) ? number : cleanBib(bib).replace(/\d+/g, (digits) => digits.padStart(9, '0'))
}

const haystacks = new WeakMap<Participant, string>()

/** What the free text is looked for in: names, team, place and notes (RES-7). */
function haystack(p: Participant): string {
  let text = haystacks.get(p)
  if (text === undefined) {
    text = folded(`${p.firstName} ${p.lastName} ${p.teamName} ${p.city} ${p.notes}`)
    haystacks.set(p, text)
  }
  return text
}

/**
 * Works out what free text is looked for in while the browser has nothing to do, so that the first letter typed is as quick as the others.
 * Answers how to stop.
 */
export function prepareSearch(people: readonly Participant[]): () => void {
  if (typeof requestIdleCallback !== 'function') return () => {}
  let [next, handle] = [0, 0]
  const some = (idle: IdleDeadline) => {
    while (next < people.length && idle.timeRemaining() > 2) for (const end = Math.min(next + 250, people.length); next < end; next++) haystack(people[next]!)
    if (next < people.length) handle = requestIdleCallback(some)
  }
  handle = requestIdleCallback(some)
  return () => cancelIdleCallback(handle)
}

/** The filter of an address; undefined when it lets everybody through. */
export function filterOf(search: ParticipantsSearch, races: readonly Race[]): ((p: Participant) => boolean) | undefined {
  const tests: ((p: Participant) => boolean)[] = []
  const raceIds = new Set(valuesOf(search.race).map(Number))
  if (raceIds.size > 0) tests.push((p) => raceIds.has(p.raceId))

  const genders = new Set(valuesOf(search.gender).map((g) => g.toLowerCase()))
  if (genders.size > 0) tests.push((p) => genders.has(p.gender.toLowerCase()))

  const labels = new Set(valuesOf(search.age))
  const bands = bandsOf(races.filter((r) => raceIds.size === 0 || raceIds.has(r.id))).filter((b) => labels.has(b.label))
  if (labels.size > 0) tests.push((p) => p.age !== null && bands.some((b) => p.age! >= b.from && p.age! <= b.to))

  const statuses = valuesOf(search.status).map(Number)
  if (statuses.length > 0) tests.push((p) => statuses.some((s) => hasStatus(p, s)))

  if (search.bib !== undefined) {
    const typed = String(search.bib).trim().toLowerCase()
    const clean = cleanBib(typed)
    tests.push((p) => p.bib.toLowerCase().startsWith(typed) || cleanBib(p.bib).startsWith(clean))
  }
  for (const [value, field] of [[search.first, 'firstName'], [search.last, 'lastName'], [search.team, 'teamName']] as const) {
    if (value === undefined) continue
    const wanted = folded(String(value))
    tests.push((p) => folded(p[field]).includes(wanted))
  }
  for (const term of String(search.q ?? '').split(/\s+/).filter(Boolean)) {
    const word = folded(term)
    const bib = /\d/.test(term) ? cleanBib(term) : null
    tests.push((p) => haystack(p).includes(word) || (bib !== null && cleanBib(p.bib) === bib))
  }
  if (tests.length === 0) return undefined
  return (p) => tests.every((test) => test(p))
}

/** 15 is on course with nothing said about them, 16 is everybody with a finish time (RES-14). */
export function hasStatus(p: Participant, status: number): boolean {
  if (status === 15) return p.ft === null && p.status === 0
  if (status === 16) return p.ft !== null
  return p.status === status
}
