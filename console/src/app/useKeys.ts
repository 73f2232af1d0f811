import { useEffect, useRef } from 'react'
import { SCREENS, SETTINGS } from './screens.ts'
import { useGo } from './useShell.ts'

interface Keys {
  eventId: number
  search: () => void
  palette: () => void
  shortcuts: () => void
  sidebar: () => void
}

const CHORD_MS = 2_000

/** The keys that work everywhere: Ctrl/⌘ K, "/", "?", "i", and "g" with a letter. Single keys rest while somebody types or a window is open. */
export function useKeys(keys: Keys): void {
  const go = useGo()
  const latest = useRef({ keys, go })
  useEffect(() => {
    latest.current = { keys, go }
  })

  useEffect(() => {
    let chord = 0
    const down = (e: KeyboardEvent) => {
      const { keys, go } = latest.current
      if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'k') {
        e.preventDefault()
        keys.palette()
        return
      }
      if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || busy(e.target)) return
      // by when the keys were pressed: a page that is busy drawing hears of them late
      if (chord > 0 && e.timeStamp - chord < CHORD_MS) {
        chord = 0
        const screen = [...SCREENS, SETTINGS].find((s) => s.letter === e.key.toLowerCase())
        const path = screen?.path(keys.eventId)
        if (path) {
          e.preventDefault()
          go(path)
        }
        return
      }
      if (e.key === 'g') chord = e.timeStamp
      else if (e.key === '/') run(e, keys.search)
      else if (e.key === '?') run(e, keys.shortcuts)
      else if (e.key === 'i') run(e, keys.sidebar)
    }
    addEventListener('keydown', down)
    return () => removeEventListener('keydown', down)
  }, [])
}

function run(e: KeyboardEvent, fn: () => void): void {
  e.preventDefault()
  fn()
}

function busy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) || target.closest('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null
}
