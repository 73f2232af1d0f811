/**
 * Crossings that are played again in this browser: whatever shows what is happening now shows them in place of what the channel
 * brings, for as long as somebody plays. Nothing of it is sent or stored.
 */

import { useSyncExternalStore } from 'react'
import type { Crossing } from '../api/types.ts'

let playing = false
const watchers = new Set<() => void>()
const listeners = new Set<(crossings: readonly Crossing[]) => void>()

/** Begins or ends the playing. */
export function setPlayback(on: boolean): void {
  playing = on
  for (const fn of watchers) fn()
}

/** Crossings that come by now. */
export function play(crossings: readonly Crossing[]): void {
  if (crossings.length > 0) for (const fn of listeners) fn(crossings)
}

/** Hears what is played; answers how to stop. */
export function onPlayed(fn: (crossings: readonly Crossing[]) => void): () => void {
  listeners.add(fn)
  return () => listeners.delete(fn)
}

/** Whether somebody plays here. */
export function usePlayback(): boolean {
  return useSyncExternalStore(
    (fn) => {
      watchers.add(fn)
      return () => watchers.delete(fn)
    },
    () => playing,
  )
}
