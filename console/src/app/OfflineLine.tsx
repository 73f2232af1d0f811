import { useEffect, useState } from 'react'
import { lastHeard, useConnection } from '../live/connection.ts'
import { clock, onServer, zoneName } from '../lib/time.ts'
import css from './OfflineLine.module.css'

const GRACE_MS = 2_000

/** Says how old the screen is while the line is down. A break of two seconds is not worth a word. */
export function OfflineLine({ zone = 'UTC' }: { zone?: string }) {
  const { connected, everConnected } = useConnection()
  return connected ? null : <Down zone={zone} everConnected={everConnected} />
}

function Down({ zone, everConnected }: { zone: string; everConnected: boolean }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  const heard = onServer(lastHeard())
  if (!late) return null
  return (
    <p className={css.line} role="status">
      {everConnected ? (
        <>
          Showing <span className="mono">{clock(heard, zone)}</span> {zoneName(heard, zone)}, reconnecting
        </>
      ) : (
        'No live connection yet, connecting'
      )}
    </p>
  )
}
