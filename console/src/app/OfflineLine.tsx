import { lastHeard, useConnection } from '../live/connection.ts'
import { clock, zoneName } from '../lib/time.ts'
import { useNow } from '../lib/useNow.ts'
import { useState } from 'react'
import css from './OfflineLine.module.css'

const GRACE_MS = 2_000

/** Says how old the screen is while the line is down. A break of two seconds is not worth a word. */
export function OfflineLine({ zone = 'UTC' }: { zone?: string }) {
  const { connected, everConnected } = useConnection()
  return connected ? null : <Down zone={zone} everConnected={everConnected} />
}

function Down({ zone, everConnected }: { zone: string; everConnected: boolean }) {
  const now = useNow()
  const [since] = useState(() => Date.now())
  const heard = lastHeard()
  if (now - since < GRACE_MS) return null
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
