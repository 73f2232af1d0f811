import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { crossingPage, type CrossingFilter } from '../../api/crossings.ts'
import { keys } from '../../api/queries.ts'
import type { Crossing } from '../../api/types.ts'
import { socket } from '../../live/connection.ts'
import { laid } from './list.ts'

/** How many are asked for at once: what a screen shows, and what a scroll reaches. */
const HEAD = 200
const CHUNK = 1_000
/** After news the head is asked for again, but not more often than this, and never so often that the server does little else. */
const PAUSE_MS = 1_000
const SHARE = 5
/** What lies deeper is brought up to date more seldom. */
const DEEP_MS = 15_000

/** What is held of a list. */
interface Held {
  rows: readonly Crossing[]
  total: number
  /** When all of it was asked for, and how long the last asking took. */
  deepAt: number
  tookMs: number
}

/** The crossings of an event that a filter lets through: the first of them, more as `more` is called, and kept up to date. */
export function useCrossings(eventId: number, filter: CrossingFilter) {
  const client = useQueryClient()
  const text = JSON.stringify(filter)
  const key = useMemo(() => [...keys.crossingList(eventId), text] as const, [eventId, text])
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetched(client, key, eventId, JSON.parse(text) as CrossingFilter, signal),
    placeholderData: keepPreviousData,
    staleTime: PAUSE_MS,
    structuralSharing: false,
  })
  useNews(eventId, client, key)

  const loading = useRef(false)
  const more = useCallback(async () => {
    const held = client.getQueryData<Held>(key)
    if (!held || loading.current || held.rows.length >= held.total) return
    loading.current = true
    try {
      const f = JSON.parse(text) as CrossingFilter
      const page = await crossingPage(eventId, f, held.rows.length, CHUNK)
      client.setQueryData<Held>(key, (now) => now && { ...now, total: page.total, rows: laid(now.rows, { rows: page.rows, first: false, last: page.rows.length < CHUNK }, f.order !== 'asc') })
    } catch {
      // The next scroll asks again; what is shown stays true.
    } finally {
      loading.current = false
    }
  }, [client, key, text, eventId])

  return { ...query, rows: query.data?.rows, total: query.data?.total ?? 0, more }
}

async function fetched(client: QueryClient, key: readonly unknown[], eventId: number, filter: CrossingFilter, signal: AbortSignal): Promise<Held> {
  const began = performance.now()
  const held = client.getQueryData<Held>(key)
  const desc = filter.order !== 'asc'
  const deep = held !== undefined && held.rows.length > HEAD && began - held.deepAt > DEEP_MS
  let rows = held?.rows ?? []
  let total = 0
  const wanted = deep ? rows.length : HEAD
  for (let offset = 0; offset < wanted; ) {
    const limit = deep ? CHUNK : HEAD
    const page = await crossingPage(eventId, filter, offset, limit, signal)
    total = page.total
    rows = laid(rows, { rows: page.rows, first: offset === 0, last: page.rows.length < limit }, desc)
    if (page.rows.length < limit) break
    offset += limit
  }
  // More may have been fetched by scrolling meanwhile.
  const now = client.getQueryData<Held>(key)
  if (now && held && now.rows !== held.rows) {
    const had = new Set([...held.rows, ...rows].map((c) => c.id))
    rows = [...rows, ...now.rows.filter((c) => !had.has(c.id))]
  }
  const ended = performance.now()
  return { rows, total, deepAt: deep || !held ? ended : held.deepAt, tookMs: ended - began }
}

/** Asks again after whatever may have changed the list: a crossing, somebody's result, an edit. */
function useNews(eventId: number, client: QueryClient, key: readonly unknown[]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let askedAt = 0
    const ask = () => {
      timer = undefined
      askedAt = performance.now()
      void client.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false })
    }
    const soon = () => {
      const pause = Math.max(PAUSE_MS, SHARE * (client.getQueryData<Held>(key)?.tookMs ?? 0))
      timer ??= setTimeout(ask, Math.max(150, askedAt + pause - performance.now()))
    }
    const stop = socket.listen({
      message: (_channel, m) => {
        if (m.raceEventId && m.raceEventId !== eventId) return
        if (m.msgType === 'crossing' || m.collection === 'crossings' || m.entities?.crossings || m.entities?.participants) soon()
      },
      reconnected: soon,
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [eventId, client, key])
}
