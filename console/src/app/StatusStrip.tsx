import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { queries } from '../api/queries.ts'
import type { Check, EventSource, RaceEvent } from '../api/types.ts'
import { socket, useConnection } from '../live/connection.ts'
import { age, serverNow } from '../lib/time.ts'
import { useNow } from '../lib/useNow.ts'
import { Popover } from '../ui/Popover.tsx'
import { StatusDot } from '../ui/Status.tsx'
import css from './StatusStrip.module.css'
import { configLight, type Light, sourcesLight, trackingLight, usedSources } from './strip.ts'

const LpsLamp = lazy(() => import('../features/lps/LpsLamp.tsx'))

/** Connection, event sources, configuration and tracking at a glance; each opens to say more (STAT-1 … STAT-8). */
export function StatusStrip({ eventId, event }: { eventId: number; event: RaceEvent | undefined }) {
  const { connected } = useConnection()
  const sources = useQuery(queries.sources())
  const checks = useQuery({ ...queries.checks(eventId), enabled: eventId > 0 })
  const used = usedSources(event, sources.data?.rows ?? [])
  const line: Light = connected ? { state: 'good', words: 'Connected' } : { state: 'bad', words: 'Offline' }
  return (
    <ul className={css.strip} aria-label="Status">
      <Lamp light={line}>
        <p className={css.text}>{connected ? 'Changes arrive as they happen.' : 'What you see is kept and shown; it goes on by itself when the server answers again.'}</p>
      </Lamp>
      <Lamp light={sourcesLight(used)}>
        <SourceList used={used} />
      </Lamp>
      <Lamp light={configLight(eventId > 0, checks.isError, checks.data)}>
        <Reasons reasons={checks.data} failed={checks.isError} hasEvent={eventId > 0} />
      </Lamp>
      <Tracking />
      <Suspense>{event && event.lpsMonitor !== 'stopped' ? <LpsLamp event={event} /> : null}</Suspense>
    </ul>
  )
}

export function Lamp({ light, children }: { light: Light; children: ReactNode }) {
  return (
    <li data-state={light.state} className={css.item}>
      <Popover
        label={light.words}
        trigger={
          <AriaButton className={css.lamp!}>
            <StatusDot state={light.state} />
            <span>{light.words}</span>
            <span className="said">{` (${SAID[light.state]})`}</span>
          </AriaButton>
        }
      >
        {children}
      </Popover>
    </li>
  )
}

const SAID = { good: 'good', warn: 'needs attention', bad: 'wrong', info: 'for information', off: 'not in use' }

function SourceList({ used }: { used: EventSource[] }) {
  const now = useNow(5)
  if (used.length === 0) return <p className={css.text}>No race of this event uses an event source.</p>
  return (
    <ul className={css.list}>
      {used.map((s) => (
        <li key={s.id} className={css.row}>
          <StatusDot state={s.status === 'connected' ? 'good' : 'bad'} size={8} />
          <span className={css.name}>{s.name}</span>
          <span className={css.detail}>{s.status === 'connected' ? 'connected' : `silent${s.updatedAt ? `, ${age(s.updatedAt, now)}` : ''}`}</span>
        </li>
      ))}
    </ul>
  )
}

function Reasons({ reasons, failed, hasEvent }: { reasons: Check[] | undefined; failed: boolean; hasEvent: boolean }) {
  if (!hasEvent) return <p className={css.text}>Choose an event to see its checks.</p>
  if (failed) return <p className={css.text}>The checks could not be loaded. Reads are still stored.</p>
  if (!reasons || reasons.length === 0) return <p className={css.text}>Every race has a start time, a start, a finish and a route to it.</p>
  return (
    <ul className={css.list}>
      {reasons.map((r) => (
        <li key={`${r.raceId}${r.message}`} className={css.row}>
          <StatusDot state={r.level === 'error' ? 'bad' : 'warn'} size={8} />
          <span>{r.message}</span>
        </li>
      ))}
    </ul>
  )
}

function Tracking() {
  const [heartbeat, setHeartbeat] = useState(0)
  const now = useNow()
  useEffect(
    () => socket.listen({ message: (_c, m) => m.msgType === 'livetrackStatus' && setHeartbeat(m.status === 'OK' ? serverNow() : 1), reconnected: () => {} }),
    [],
  )
  const light = trackingLight(heartbeat, now)
  if (!light) return null
  return (
    <Lamp light={light}>
      <p className={css.text}>{light.state === 'good' ? 'Positions are going out.' : 'No sign of life from live tracking for 15 seconds.'}</p>
    </Lamp>
  )
}
