// A person's reads as people think of them: passages, in time order, each told by the read that speaks for it. Pure.

import type { Read } from '../../api/types.ts'
import type { State } from '../../ui/Status.tsx'

/** Reads of one crossing. `head` is the one that counts, else the first. */
export interface Passage {
  id: number
  head: Read
  reads: Read[]
}

/** The reads grouped by crossing, as they were given within each; the passages in order of their head. */
export function passagesOf(reads: readonly Read[]): Passage[] {
  const byId = new Map<number, Read[]>()
  for (const read of reads) {
    const id = read.crossingId || read.id
    const group = byId.get(id)
    if (group) group.push(read)
    else byId.set(id, [read])
  }
  const passages = [...byId].map(([id, group]) => ({ id, reads: group, head: group.find((r) => counts(r.disposition)) ?? group[0]! }))
  return passages.toSorted((a, b) => (a.head.at ?? '').localeCompare(b.head.at ?? '') || a.id - b.id)
}

const counting = new Set(['start', 'split', 'lap', 'finish', 'split_out'])
const doubtful = new Set(['too_fast', 'clock_suspect', 'foreign_prefix', 'unknown_tag', 'after_cutoff', 'before_start', 'forced_invalid', 'voided'])

/** Whether a read made a time of the result. */
export function counts(disposition: string): boolean {
  return counting.has(disposition.replace(/^manual_/, ''))
}

/** The colour of a disposition: it counts, it asks for a look, or it is of no interest. */
export function dispositionState(disposition: string): State {
  if (counts(disposition)) return 'good'
  return doubtful.has(disposition) ? 'warn' : 'off'
}

/** A disposition as a word: "too fast", "manual finish". The code is stable and is shown beside it on demand. */
export function dispositionWord(disposition: string): string {
  return disposition.replace('split_out', 'out').replaceAll('_', ' ')
}

/** The server's sentence without the word that stands beside it anyway: "too fast: 4:31 after …" -> "4:31 after …". */
export function sentenceOf(read: Read): string {
  const word = dispositionWord(read.disposition)
  const rest = read.reason.startsWith(`${word}: `) ? read.reason.slice(word.length + 2) : read.reason
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** What else is to be known about a read, in words. */
export function remarks(read: Read): string[] {
  const out: string[] = []
  if (read.manual) out.push('entered by hand')
  if (read.backup) out.push('backup reader')
  if (read.corrected) out.push('corrected')
  if (read.locked) out.push('locked to its split')
  return out
}
