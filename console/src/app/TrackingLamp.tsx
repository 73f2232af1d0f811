import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askTracking, isTracking, type Tracking, trackingQuery, trackingTold } from '../api/tracking.ts'
import { clock } from '../lib/time.ts'
import { socket } from '../live/connection.ts'
import { Lamp } from './Lamp.tsx'
import { HEARTBEAT_MS, trackingLight } from './strip.ts'
import css from './StatusStrip.module.css'

/** Whether the standings arrive where live tracking pushes them; nothing while it does not run (STAT-8, A-116). */
export default function TrackingLamp({ eventId, zone }: { eventId: number; zone: string }) {
  const client = useQueryClient()
  const state = useQuery(trackingQuery(eventId)).data
  useEffect(
    () =>
      socket.listen({
        message: (channel, m) => channel === 'ControlChannel' && isTracking(m, eventId) && trackingTold(client, eventId, m),
        reconnected: () => askTracking(client, eventId),
      }),
    [client, eventId],
  )
  const now = useTurn(state?.okAt ?? 0)
  const light = state ? trackingLight(state.state, state.okAt, now) : null
  if (!light) return null
  return (
    <Lamp light={light}>
      <p className={css.text}>{words(state!, light.state === 'good', zone)}</p>
    </Lamp>
  )
}

function words(t: Tracking, good: boolean, zone: string): string {
  if (good) return `The public standings go to ${t.server}. It took something last at ${clock(t.at, zone)}.`
  if (t.state === 'starting') return `The public standings go to ${t.server} as soon as it answers.`
  const why = t.status === 'OK' || t.status === '' ? 'no sign of life for 15 seconds' : t.status
  return `The public standings do not get to ${t.server}: ${why}. It goes on trying.`
}

// A moment that is right about whether a sign of life is too old: it is renewed when the last one gets so (LIVE-6).
function useTurn(okAt: number): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (okAt === 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), okAt + HEARTBEAT_MS - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [okAt])
  return now
}
