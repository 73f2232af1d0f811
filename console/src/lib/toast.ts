/** Short words about something that was done, shown at the foot of the screen for a few seconds. Errors stay where they arose, never here. */

import { useSyncExternalStore } from 'react'

export interface Toast { id: number; words: string }

const LINGER_MS = 6_000

let toasts: readonly Toast[] = []
let last = 0
const watchers = new Set<() => void>()

/** Says something to the person at this console. */
export function toast(words: string): void {
  const said = { id: ++last, words }
  set([...toasts, said])
  setTimeout(() => set(toasts.filter((t) => t !== said)), LINGER_MS)
}

/** What is being said now, the oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (fn) => {
      watchers.add(fn)
      return () => watchers.delete(fn)
    },
    () => toasts,
  )
}

function set(next: readonly Toast[]): void {
  toasts = next
  for (const fn of watchers) fn()
}
