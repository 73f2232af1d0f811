import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { judge, type Judgement } from '../../api/manual.ts'
import type { Participant } from '../../api/types.ts'
import { clock, serverNow } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import type { Entry } from './entries.ts'

/** What is known about a time: who, and what it would become. Without a line only who. */
export interface Verdict {
  state: 'good' | 'questionable' | 'bad' | 'unknown' | 'open'
  /** Why it is not simply good. */
  reasons: string[]
  /** Where it would count: "Finish", "Lap 7". */
  split: string
}

const TYPING_MS = 120

/** Asks the server while a bib is typed, and again as long as it stands there. `at` null: a time of now. */
export function useJudgement(raceEventId: number, sourceId: number, bib: string, at: number | null, saves: number): Judgement | undefined {
  const { connected } = useConnection()
  const typed = useSettled(bib.trim())
  const { data } = useQuery({
    queryKey: ['judge', raceEventId, sourceId, typed, at, saves],
    queryFn: ({ signal }) => judge(raceEventId, { eventSourceId: sourceId, bib: typed, timestamp: new Date(at ?? serverNow()).toISOString() }, signal),
    enabled: connected && typed !== '' && sourceId > 0,
    staleTime: 5_000,
    gcTime: 60_000,
    refetchInterval: at === null ? 10_000 : 30_000,
    retry: 1,
    placeholderData: (before, query) => (query?.queryKey[3] === typed ? keepPreviousData(before) : undefined),
  })
  return typed === bib.trim() && typed !== '' ? data : undefined
}

/** What the server said, or what can be said without it; and whether the same bib is in the list already. */
export function verdictOf(said: Judgement | undefined, who: Participant | undefined, bib: string, others: readonly Entry[], zone: string): Verdict {
  const twin = others.find((e) => e.bib.trim() === bib.trim() && bib.trim() !== '')
  const also = twin ? [`Also entered at ${clock(twin.at, zone)}, not saved yet.`] : []
  if (said) return { state: said.verdict === 'good' && twin ? 'questionable' : said.verdict, reasons: [...(said.verdict === 'good' ? [] : said.reasons), ...also], split: said.split }
  if (bib.trim() === '') return { state: 'open', reasons: [], split: '' }
  if (!who) return { state: 'unknown', reasons: ['Nobody in this event has this bib. It is kept, and can be given to somebody later.', ...also], split: '' }
  return { state: twin ? 'questionable' : 'open', reasons: also, split: '' }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
