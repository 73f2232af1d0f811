import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { queries } from '../api/queries.ts'
import type { Check, EventSource, RaceEvent } from '../api/types.ts'
import { useConnection } from '../live/connection.ts'
import { age } from '../lib/time.ts'
import { useNow } from '../lib/useNow.ts'
import { StatusDot } from '../ui/Status.tsx'
import css from './StatusStrip.module.css'
import { Lamp } from './Lamp.tsx'
import { configLight, type Light, sourcesLight, usedSources } from './strip.ts'

const TrackingLamp = lazy(() => import('./TrackingLamp.tsx'))

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
      {event ? (
        <Suspense>
          <TrackingLamp eventId={eventId} zone={event.timezone} />
        </Suspense>
      ) : null}
    </ul>
  )
}

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
