/** Short words about something that was done, shown at the foot of the screen for a few seconds. Errors stay where they arose, never here. */

import { useSyncExternalStore } from 'react'

/** A way back, offered beside the words. What it answers is said in place of them; what it throws stays there until it is put away. */
export interface ToastAction { label: string; run: () => Promise<string> }

export interface Toast {
  id: number
  words: string
  action?: ToastAction
  /** The action is under way, or was refused. */
  state?: 'busy' | 'failed'
}

const LINGER_MS = 6_000
/** What can be taken back stays long enough to be noticed, read and reached. */
const LINGER_ACTION_MS = 12_000

let toasts: readonly Toast[] = []
let last = 0
const watchers = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Says something to the person at this console, with a way back when there is one. */
export function toast(words: string, action?: ToastAction): void {
  const said: Toast = action ? { id: ++last, words, action } : { id: ++last, words }
  set([...toasts, said])
  linger(said.id, action ? LINGER_ACTION_MS : LINGER_MS)
}

/** Takes the way back of a toast. Its words become what came of it. */
export async function act(id: number): Promise<void> {
  const said = toasts.find((t) => t.id === id)
  if (!said?.action || said.state === 'busy') return
  clearTimeout(timers.get(id))
  change(id, { ...said, state: 'busy' })
  try {
    change(id, { id, words: await said.action.run() })
    linger(id, LINGER_MS)
  } catch (error) {
    change(id, { id, words: error instanceof Error ? error.message : String(error), state: 'failed' })
  }
}

/** Puts a toast away. */
export function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  set(toasts.filter((t) => t.id !== id))
}

/** While somebody is at the toasts with pointer or focus none of them goes; afterwards each has its time again. */
export function hold(on: boolean): void {
  for (const t of toasts) {
    if (on) clearTimeout(timers.get(t.id))
    else if (!t.state) linger(t.id, t.action ? LINGER_ACTION_MS : LINGER_MS)
  }
}

/** The newest toast that offers a way back. */
export function lastUndoable(): Toast | undefined {
  return toasts.findLast((t) => t.action && !t.state)
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

function linger(id: number, ms: number): void {
  clearTimeout(timers.get(id))
  timers.set(id, setTimeout(() => dismiss(id), ms))
}

function change(id: number, next: Toast): void {
  set(toasts.map((t) => (t.id === id ? next : t)))
}

function set(next: readonly Toast[]): void {
  toasts = next
  for (const fn of watchers) fn()
}
