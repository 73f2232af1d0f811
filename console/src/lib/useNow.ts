import { useSyncExternalStore } from 'react'

// One tick a second for the whole console (UI-16); it stops while nobody looks at a clock.
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function watch(fn: () => void): () => void {
  watchers.add(fn)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const w of watchers) w()
  }, 1000)
  return () => {
    watchers.delete(fn)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time now, renewed every second; with `every` only when that many seconds have passed, so that slow lists redraw seldom. */
export function useNow(every = 1): number {
  const step = every * 1000
  return useSyncExternalStore(watch, () => Math.floor((timer ? now : (now = Date.now())) / step) * step)
}
