/**
 * Brings entered times to the server: everything that is queued, in one batch for each event and source, again and again until
 * there is an answer. It first asks something harmless, so that a time counts as sent only when there is a line. Two tabs share one
 * outbox: the one that holds the lock sends. What it talks to is handed in (see `connectOutbox`).
 */

import { useSyncExternalStore } from 'react'
import { allEntries, dropEntries, type Entry, putEntries, reloadEntries, watchEntries } from './entries.ts'

/** What the outbox needs of the world. */
export interface Line {
  /** Answers when the server can be reached, throws when not. */
  probe: () => Promise<unknown>
  /** Stores a batch of one event and source; the number of the entry in the journal, 0 when the server had them all. */
  post: (entries: readonly Entry[]) => Promise<number>
  /** Whether a failure is the server's refusal: then nothing of the batch was stored, and the words say why. null when no answer came. */
  refusal: (error: unknown) => { words: string; final: boolean } | null
  /** Runs work unless another tab is at it. */
  alone: (work: () => Promise<void>) => Promise<void>
}

/** A batch that the server has. */
export interface Saved { editId: number; entries: readonly Entry[] }

export type OutboxState = 'idle' | 'sending' | 'waiting'

const RETRY_MS = 4_000
const KEPT = 20

let line: Line | undefined
let state: OutboxState = 'idle'
let saved: readonly Saved[] = []
let retry: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

/** Begins to send whatever is queued, now and later. Answers how to stop. */
export function connectOutbox(to: Line): () => void {
  line = to
  const wake = () => void flush()
  addEventListener('online', wake)
  const unwatch = watchEntries(() => hasQueued() && state !== 'sending' && wake())
  wake()
  return () => {
    removeEventListener('online', wake)
    unwatch()
    clearTimeout(retry)
    line = undefined
    tell('idle')
  }
}

/** Tries now, because the line came back. */
export function nudgeOutbox(): void {
  if (state === 'waiting') void flush()
}

/** Queues times for sending. */
export function queueEntries(entries: readonly Entry[]): void {
  putEntries(entries.map((e) => ({ ...e, problem: undefined, state: 'queued' })))
}

/** The last batches that went from this tab, the newest first. */
export function useSaved(): readonly Saved[] {
  return useSyncExternalStore(watch, () => saved)
}

/** Takes a batch off the list of what was saved: it was taken back. */
export function forgetSaved(batch: Saved): void {
  saved = saved.filter((s) => s !== batch)
  tell(state)
}

export function useOutboxState(): OutboxState {
  return useSyncExternalStore(watch, () => state)
}

function watch(fn: () => void): () => void {
  watchers.add(fn)
  return () => watchers.delete(fn)
}

function tell(next: OutboxState): void {
  state = next
  for (const fn of watchers) fn()
}

const hasQueued = (): boolean => allEntries().some((e) => e.state !== 'draft')

/** Sends what there is. Exported for its test. */
export async function flush(): Promise<void> {
  if (!line || state === 'sending' || !hasQueued()) return
  const to = line
  clearTimeout(retry)
  tell('sending')
  let well = true
  try {
    await to.alone(async () => {
      await to.probe()
      reloadEntries()
      for (const batch of batches()) well = (await send(to, batch)) && well
    })
  } catch {
    well = false // no line: nothing left this browser
  }
  if (line !== to) return
  // Another tab may be at it, or something was queued meanwhile.
  const more = hasQueued()
  tell(more ? 'waiting' : 'idle')
  if (more) retry = setTimeout(() => void flush(), well ? RETRY_MS / 4 : RETRY_MS)
}

async function send(to: Line, batch: readonly Entry[]): Promise<boolean> {
  putEntries(batch.map((e) => ({ ...e, state: 'sent' })))
  try {
    const editId = await to.post(batch)
    saved = [{ editId, entries: batch }, ...saved].slice(0, KEPT)
    dropEntries(batch.map((e) => e.id))
    return true
  } catch (error) {
    const refused = to.refusal(error)
    if (refused) putEntries(batch.map((e) => (refused.final ? { ...e, state: 'draft', problem: refused.words } : { ...e, state: 'queued' })))
    return false
  }
}

function batches(): readonly (readonly Entry[])[] {
  const of = new Map<string, Entry[]>()
  for (const e of allEntries().toReversed()) {
    if (e.state === 'draft') continue
    const key = `${e.raceEventId} ${e.sourceId}`
    of.set(key, [...(of.get(key) ?? []), e])
  }
  return [...of.values()].flatMap((all) => Array.from({ length: Math.ceil(all.length / MOST) }, (_, i) => all.slice(i * MOST, (i + 1) * MOST)))
}

/** More than this at once is several batches. */
const MOST = 1_000
