import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ApiError } from '../../api/http.ts'
import { planWaves, waveData, type WaveAttrs, type WavePlan } from '../../api/planners.ts'
import { queries } from '../../api/queries.ts'
import type { Participant, RaceEvent } from '../../api/types.ts'
import { type Line, linesOf } from './lines.ts'

/** A pause in dragging a slider before the plan is made again. */
const PAUSE_MS = 150

export const planKey = (eventId: number, raceId: number) => ['plan', 'waves', eventId, raceId] as const

export interface WavePlanning {
  event: RaceEvent | undefined
  plan: WavePlan | undefined
  lines: readonly Line[]
  /** As they are on screen: those that were edited, else those of the race. */
  attrs: WaveAttrs | undefined
  change: (change: Partial<WaveAttrs>) => void
  /** A plan for what is on screen is on its way. */
  working: boolean
  error: ApiError | null
  /** A number in the settings that is none yet: nothing is planned with it. */
  incomplete: boolean
}

const nothing: Line[] = []

/** The plan of a race, made again as a setting changes (WPLAN-3). Raced plans; here is only what is asked. */
export function useWavePlan(raceEventId: number, raceId: number): WavePlanning {
  const event = useQuery(queries.event(raceEventId))
  const people = useQuery(queries.participants(raceEventId))
  const data = useQuery(waveData(raceEventId))
  const [edited, setEdited] = useState<{ raceId: number; attrs: WaveAttrs }>()
  const [asked, setAsked] = useState(edited)
  const mine = edited?.raceId === raceId ? edited.attrs : undefined
  const sent = asked?.raceId === raceId ? asked.attrs : undefined
  const incomplete = mine !== undefined && Object.values(mine).some((v) => Number.isNaN(v))
  useEffect(() => {
    if (incomplete) return
    const timer = setTimeout(() => setAsked(edited), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [edited, incomplete])
  const plan = useQuery({
    queryKey: [...planKey(raceEventId, raceId), sent],
    queryFn: ({ signal }) => planWaves(raceEventId, raceId, sent, signal),
    enabled: raceId !== 0,
    placeholderData: (before, query) => (query?.queryKey[3] === raceId ? keepPreviousData(before) : undefined),
    retry: false,
    gcTime: 0,
    structuralSharing: false,
  })
  const known = useMemo(() => new Map<number, Participant>(people.data?.rows.map((p) => [Number(p.id), p])), [people.data])
  const now = plan.data
  const zone = event.data?.timezone ?? 'UTC'
  const lines = useMemo(() => (now ? linesOf(now, known, data.data ?? new Map(), zone) : nothing), [now, known, data.data, zone])
  const attrs = mine ?? now?.attrs
  return {
    event: event.data,
    plan: now,
    lines,
    attrs,
    change: (c) => attrs && setEdited({ raceId, attrs: { ...attrs, ...c } }),
    working: plan.isFetching || (mine !== undefined && mine !== sent && !incomplete),
    error: plan.error as ApiError | null,
    incomplete,
  }
}
