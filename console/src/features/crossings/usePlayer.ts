import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { play, setPlayback } from '../../live/playback.ts'
import { advanced, passedBy, type Reel } from './player.ts'

const TICK_MS = 100

/** Plays a reel in this browser: where it stands, whether it runs, and the way to change both. Draw it anew for another reel. */
export function usePlayer(reel: Reel, speed: number) {
  const [at, setAt] = useState(reel.from)
  const [running, setRunning] = useState(false)

  useEffect(() => {
    setPlayback(true)
    return () => setPlayback(false)
  }, [])

  const step = useEffectEvent((elapsed: number) => {
    const next = advanced(reel, at, elapsed, speed)
    play(reel.crossings.slice(passedBy(reel, at), passedBy(reel, next)))
    setAt(next)
    if (next >= reel.to) setRunning(false)
  })
  useEffect(() => {
    if (!running) return
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      // A tab in the background gets few ticks; a jump of minutes would be no replay.
      step(Math.min(now - before, 10 * TICK_MS))
      before = now
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [running])

  const toggle = useCallback(() => {
    setAt((a) => (a >= reel.to ? reel.from : a))
    setRunning((r) => !r)
  }, [reel])
  return { at, running, toggle, seek: setAt }
}
