/** Whether the event editor is open, and for which event. It has no address: chooser, screen and palette open it from here. */

import { useSyncExternalStore } from 'react'

interface Open {
  /** null for a new event. */
  eventId: number | null
}

let open: Open | null = null
const watchers = new Set<() => void>()

/** Opens the editor for an event, or for a new one. */
export function openEventEditor(eventId: number | null): void {
  set({ eventId })
}

export function closeEventEditor(): void {
  set(null)
}

/** What is open now, null for nothing. */
export function useEventEditor(): Open | null {
  return useSyncExternalStore(
    (fn) => {
      watchers.add(fn)
      return () => watchers.delete(fn)
    },
    () => open,
  )
}

function set(next: Open | null): void {
  open = next
  for (const fn of watchers) fn()
}
