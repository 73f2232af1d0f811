/**
 * The place on the course that somebody points at, on the map or on the profile; each follows the other. It changes with
 * every move of the pointer, so it is kept beside React and only what shows it is drawn again.
 */

import { useSyncExternalStore } from 'react'

export interface Pointed {
  /** Race metres under the pointer or under the keyboard's crosshair. */
  distance: number | null
  /** Race metres of the place that was clicked; stays until it is used or taken back. */
  pinned: number | null
}

export class Cursor {
  #now: Pointed = { distance: null, pinned: null }
  #watchers = new Set<() => void>()

  get = (): Pointed => this.#now

  watch = (fn: () => void): (() => void) => {
    this.#watchers.add(fn)
    return () => this.#watchers.delete(fn)
  }

  /** Something points here; null when nothing does any more. */
  point(distance: number | null): void {
    if (distance !== this.#now.distance) this.#tell({ ...this.#now, distance })
  }

  /** This place was chosen; null takes it back. */
  pin(pinned: number | null): void {
    if (pinned !== this.#now.pinned) this.#tell({ ...this.#now, pinned })
  }

  #tell(next: Pointed): void {
    this.#now = next
    for (const fn of this.#watchers) fn()
  }
}

/** What is pointed at now. */
export function usePointed(cursor: Cursor): Pointed {
  return useSyncExternalStore(cursor.watch, cursor.get)
}
