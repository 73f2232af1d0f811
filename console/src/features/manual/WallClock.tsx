import { useEffect, useState } from 'react'
import { measureClock } from '../../api/manual.ts'
import { clockAhead, clockMs, duration, serverNow, zoneName } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import css from './manual.module.css'

const MEASURE_MS = 15_000
const TICK_MS = 100
const TOLD_MS = 1_000

/** The time of day where the race is, by the server's clock: what Enter stamps. Says so when this computer's clock is another. */
export function WallClock({ zone }: { zone: string }) {
  useMeasuredClock()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={css.clockBox}>
      <div className={css.clock} role="timer" aria-label="Time now" aria-live="off">
        <b>{clockMs(now, zone).slice(0, -2)}</b>
        <span>{zoneName(now, zone)}</span>
      </div>
      <Difference />
    </div>
  )
}

function Difference() {
  const ahead = clockAhead()
  if (ahead === null) return <p className={css.off}>This computer's clock was not compared with the server's yet.</p>
  if (Math.abs(ahead) < TOLD_MS) return null
  return (
    <p className={css.off}>
      This computer is {span(Math.abs(ahead))} {ahead > 0 ? 'behind' : 'ahead'}. Times are the server's.
    </p>
  )
}

function span(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms)
}

/** Compares the clocks: three times at the beginning and when the line is back, then now and then. */
function useMeasuredClock(): void {
  const { connected } = useConnection()
  useEffect(() => {
    let left = connected ? 3 : 1
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const look = async () => {
      await measureClock().catch(() => {}) // without an answer the last comparison stands
      if (!stopped) timer = setTimeout(() => void look(), --left > 0 ? 2_100 : MEASURE_MS)
    }
    void look()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [connected])
}
