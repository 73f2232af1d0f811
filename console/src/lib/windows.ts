/**
 * Which window stands over the screen, when it is one that several screens open: to edit a crossing, to reassign some. A screen asks for it
 * here and the app draws it, so that no feature needs to know another. One at a time: a dialog never stands on a dialog.
 */

import { useSyncExternalStore } from 'react'

/** Every such window by its name, with what it needs. Each feature adds its own, beside the component that draws it. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- it is filled by declaration merging
export interface Windows {}

/** A window that was asked for. */
export type Asked = { [K in keyof Windows]: { name: K; props: Windows[K] } }[keyof Windows]

let asked: Asked | null = null
const watchers = new Set<() => void>()

/** Opens a window in place of the one that is open. */
export function openWindow<K extends keyof Windows>(name: K, props: Windows[K]): void {
  set({ name, props } as unknown as Asked)
}

export function closeWindow(): void {
  set(null)
}

/** The window that is open now. */
export function useAsked(): Asked | null {
  return useSyncExternalStore(
    (fn) => {
      watchers.add(fn)
      return () => watchers.delete(fn)
    },
    () => asked,
  )
}

function set(next: Asked | null): void {
  asked = next
  for (const fn of watchers) fn()
}
