import { useSyncExternalStore } from 'react'
import { serverNow } from './time.ts'

// One tick a second for the whole console (UI-16); it stops while nobody looks at a clock.
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function watch(fn: () => void): () => void {
  watchers.add(fn)
  timer ??= setInterval(() => {
    now = serverNow()
    for (const w of watchers) w()
  }, 1000)
  return () => {
    watchers.delete(fn)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time now by the server's clock, renewed every second; with `every` only when that many seconds have passed, so that slow lists redraw seldom. */
export function useNow(every = 1): number {
  const step = every * 1000
  return useSyncExternalStore(watch, () => Math.floor((timer ? now : (now = serverNow())) / step) * step)
}
