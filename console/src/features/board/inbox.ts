/** The list of problems: its kinds in words, and who is next. Pure. */

import type { Fix, Participant, Problem } from '../../api/types.ts'
import type { ProblemsSearch } from './search.ts'

const WORDS: Record<string, string> = {
  unknown_tag: 'Unknown tag',
  missing_split: 'Missing split',
  missing_many: 'Mat missed',
  finish_without_start: 'No start',
  too_fast: 'Impossible pace',
  read_after_dnf: 'After DNF',
  read_after_dns: 'DNS, but seen',
  before_start: 'Before the start',
  shared_chip: 'Shared chip',
  silent_source: 'Silent source',
  clock_suspect: 'Impossible time',
  clock_offset: 'Clock off',
}

/** A kind in words. */
export function wordOf(kind: string): string {
  return WORDS[kind] ?? kind.replaceAll('_', ' ')
}

/** The kinds that occur, the most frequent first. */
export function kindsOf(problems: readonly Problem[]): { kind: string; word: string; n: number }[] {
  const n = new Map<string, number>()
  for (const p of problems) n.set(p.kind, (n.get(p.kind) ?? 0) + 1)
  return [...n].map(([kind, c]) => ({ kind, word: wordOf(kind), n: c })).toSorted((a, b) => b.n - a.n || a.word.localeCompare(b.word))
}

/** The one after a problem that goes, else the one before it. */
export function neighbour(shown: readonly Problem[], id: string): Problem | undefined {
  const at = shown.findIndex((p) => p.id === id)
  return at < 0 ? undefined : (shown[at + 1] ?? shown[at - 1])
}

/** The view with a problem open, or none. */
export function openAfter(view: ProblemsSearch, id: string | undefined): ProblemsSearch {
  return id === undefined ? without(view, 'open') : { ...view, open: id }
}

/** The view without some of its parts. */
export function without(view: ProblemsSearch, ...parts: (keyof ProblemsSearch)[]): ProblemsSearch {
  const rest = { ...view }
  for (const p of parts) delete rest[p]
  return rest
}

/** The body of a remedy, with the person who was chosen for it. */
export function bodyOf(fix: Fix, person: Participant | undefined): Record<string, unknown> {
  const body = { ...(fix.body as Record<string, unknown>) }
  if (fix.needs !== 'participant' || !person) return body
  return fix.action === 'reassignCrossings' ? { ...body, receiver: person.id } : { ...body, id: person.id }
}
