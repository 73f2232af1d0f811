// A person's reads as people think of them: passages, in time order, each told by the read that speaks for it. Pure.

import type { Read } from '../../api/types.ts'
import { counts } from '../../lib/disposition.ts'

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

/** What else is to be known about a read, in words. */
export function remarks(read: Read): string[] {
  const out: string[] = []
  if (read.manual) out.push('entered by hand')
  if (read.backup) out.push('backup reader')
  if (read.corrected) out.push('corrected')
  if (read.forced !== undefined) out.push(read.forced ? 'marked valid' : 'marked invalid')
  if (read.locked) out.push('locked to its split')
  return out
}
