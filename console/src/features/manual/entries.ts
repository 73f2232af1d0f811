/**
 * Times that somebody entered and that the server does not have yet. Each lies in local storage under a name of its own before
 * anything else happens to it, so that a reload, a crash or a second tab loses none. A time leaves when the server said that it has it.
 */

import { useSyncExternalStore } from 'react'

/**
 * One time. `draft` can be changed; `queued` goes as soon as the server answers; `sent` went, and no answer came: the server may have
 * it already, so it is sent again as it is (its id makes that harmless) and cannot be changed meanwhile.
 */
export interface Entry {
  /** Its name for good: sending it twice stores it once. */
  id: string
  raceEventId: number
  /** Where it was seen; 0 = not said yet. */
  sourceId: number
  /** Milliseconds since 1970, by the server's clock. */
  at: number
  /** "" = not known yet. */
  bib: string
  state: 'draft' | 'queued' | 'sent'
  /** Why the server did not take it. */
  problem?: string | undefined
}

const PREFIX = 'manualTime.'

let entries: ReadonlyMap<string, Entry> = new Map()
let list: readonly Entry[] = []
let lasting = true
const watchers = new Set<() => void>()

/** All of them, the newest time first. The same list until one changes. */
export function allEntries(): readonly Entry[] {
  return list
}

/** Keeps entries, new or changed. */
export function putEntries(changed: readonly Entry[]): void {
  const next = new Map(entries)
  for (const e of changed) {
    next.set(e.id, e)
    try {
      localStorage.setItem(PREFIX + e.id, JSON.stringify(e))
    } catch {
      lasting = false
    }
  }
  set(next)
}

/** Forgets entries: the server has them, or somebody took them away. */
export function dropEntries(ids: readonly string[]): void {
  const next = new Map(entries)
  for (const id of ids) {
    next.delete(id)
    try {
      localStorage.removeItem(PREFIX + id)
    } catch {
      // What could not be written is not there either.
    }
  }
  set(next)
}

/** Reads what other tabs have done, for those who must not miss it. */
export function reloadEntries(): void {
  if (!lasting) return
  const next = new Map<string, Entry>()
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const entry = read(localStorage.key(i) ?? '')
      if (entry) next.set(entry.id, entry)
    }
  } catch {
    lasting = false
    return
  }
  set(next)
}

/** False when this browser keeps nothing: then a reload loses what was not sent. */
export function useLasting(): boolean {
  return useSyncExternalStore(watchEntries, () => lasting)
}

/** Every entry, the newest time first. */
export function useEntries(): readonly Entry[] {
  return useSyncExternalStore(watchEntries, allEntries)
}

/** How many times the server does not have yet. */
export function useUnsent(): number {
  return useSyncExternalStore(watchEntries, () => list.length)
}

/** Calls back after any change, here or in another tab. */
export function watchEntries(fn: () => void): () => void {
  watchers.add(fn)
  return () => watchers.delete(fn)
}

function set(next: ReadonlyMap<string, Entry>): void {
  entries = next
  list = [...next.values()].toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
  for (const fn of watchers) fn()
}

function read(key: string): Entry | undefined {
  if (!key.startsWith(PREFIX)) return undefined
  try {
    const e = JSON.parse(localStorage.getItem(key) ?? '') as Entry
    const whole = PREFIX + e.id === key && Number.isFinite(e.at) && Number.isInteger(e.raceEventId) && Number.isInteger(e.sourceId) && typeof e.bib === 'string'
    return whole && ['draft', 'queued', 'sent'].includes(e.state) ? e : undefined
  } catch {
    return undefined
  }
}

if (typeof window !== 'undefined') {
  reloadEntries()
  addEventListener('storage', (e) => {
    if (e.key === null) reloadEntries()
    else if (e.key.startsWith(PREFIX)) {
      const entry = read(e.key)
      const next = new Map(entries)
      if (entry) next.set(entry.id, entry)
      else next.delete(e.key.slice(PREFIX.length))
      set(next)
    }
  })
}
