import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Crossing } from '../../api/types.ts'
import { shortBib } from '../../lib/units.ts'
import { socket } from '../../live/connection.ts'
import { onPlayed, usePlayback } from '../../live/playback.ts'
import { arrive, spoken, STAY_MS, type Arrival } from './arrivals.ts'
import css from './Ticker.module.css'

const ROW = 46
const SPEAK_MS = 5_000

/** The newest crossings of an event, each for seven seconds (LIVE-1 … LIVE-3). */
export function Ticker({ raceEventId }: { raceEventId: number }) {
  const played = usePlayback()
  const { arrivals, words } = useArrivals(raceEventId, played)
  const column = useRef<HTMLDivElement>(null)
  const fits = useFitting(column)
  return (
    <div ref={column} className={css.ticker}>
      <h2 className={css.title}>{played ? 'Replay' : 'Now'}</h2>
      <ol className={css.list}>
        {arrivals.slice(0, fits).map((a) => (
          <li key={a.key}>
            <Row crossing={a.crossing} raceEventId={raceEventId} />
          </li>
        ))}
      </ol>
      {arrivals.length > fits ? <p className={css.more}>+{arrivals.length - fits} more</p> : null}
      <p className="said" aria-live="polite">
        {words}
      </p>
    </div>
  )
}

function Row({ crossing: c, raceEventId }: { crossing: Crossing; raceEventId: number }) {
  const stripe = <i className={`${css.stripe} ${c.color ? '' : css.noColor}`} style={c.color ? { background: c.color } : undefined} aria-hidden />
  const text = (
    <>
      <b>{shortBib(c.bib)}</b>
      <span>{c.split ? `${c.split}${c.loopId > 0 ? ` ${c.loopId + 1}` : ''}` : 'Unknown'}</span>
    </>
  )
  const who = `${c.firstName} ${c.lastName}`.trim()
  if (!c.participantId) {
    return (
      <div className={css.row} title={`Tag ${c.tag}: nobody known`}>
        {stripe}
        {text}
      </div>
    )
  }
  return (
    <Link className={css.row} to="/$raceEventId/participants/$id" params={{ raceEventId, id: c.participantId }} search={(s: object) => s} title={who} preload={false}>
      {stripe}
      {text}
    </Link>
  )
}

/** The arrivals now, or those that are played again here, gathered per frame, and a sentence about them every few seconds. */
function useArrivals(raceEventId: number, played: boolean): { arrivals: readonly Arrival[]; words: string } {
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  const [words, setWords] = useState('')
  useEffect(() => {
    let fresh: Crossing[] = []
    let gone = new Set<number>()
    let unsaid: Crossing[] = []
    let spokenAt = 0
    let frame: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      frame = undefined
      const [came, left] = [fresh, gone]
      fresh = []
      gone = new Set()
      const now = performance.now()
      setArrivals((list) => arrive(list, came, now, left))
      unsaid.push(...came)
      if (now - spokenAt < SPEAK_MS || unsaid.length === 0) return
      spokenAt = now
      setWords(spoken(unsaid, (c) => shortBib(c.bib)))
      unsaid = []
    }
    const soon = () => {
      frame ??= setTimeout(draw, 50)
    }
    const hear = (crossings: readonly Crossing[]) => {
      fresh.push(...crossings)
      soon()
    }
    const unlisten = played ? onPlayed(hear) : socket.listen({
      reconnected: () => {},
      message: (channel, m) => {
        if (channel !== 'EventChannel') return
        if (m.msgType === 'entityDelete' && m.collection === 'crossings') {
          for (const id of m.ids ?? []) gone.add(id)
          fresh = fresh.filter((c) => !gone.has(c.id))
        } else if (m.msgType === 'crossing' && m.crossing?.raceEventId === raceEventId) {
          fresh.push(m.crossing)
        } else {
          return
        }
        soon()
      },
    })
    const sweep = setInterval(() => {
      const now = performance.now()
      setArrivals((list) => arrive(list, [], now))
    }, STAY_MS / 28)
    return () => {
      unlisten()
      clearInterval(sweep)
      clearTimeout(frame)
      setArrivals([])
    }
  }, [raceEventId, played])
  return { arrivals, words }
}

/** How many rows the column has room for. The rest are counted, not drawn. */
function useFitting(column: RefObject<HTMLElement | null>): number {
  const [fits, setFits] = useState(16)
  useEffect(() => {
    if (!column.current) return
    const sized = new ResizeObserver(([entry]) => setFits(Math.max(1, Math.floor((entry!.contentRect.height - 54) / ROW))))
    sized.observe(column.current)
    return () => sized.disconnect()
  }, [column])
  return fits
}
