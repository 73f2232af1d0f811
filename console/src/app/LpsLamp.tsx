import { useQuery } from '@tanstack/react-query'
import { lpsMonitor } from '../api/lps.ts'
import type { RaceEvent } from '../api/types.ts'
import { Lamp } from './Lamp.tsx'
import css from './LpsLamp.module.css'
import { remarks, roundOf } from './lpsWords.ts'

/** The monitor of last-person-standing races while it runs: each race's round and bell, and who would be out (LIVE-8, SET-9). */
export default function LpsLamp({ event }: { event: RaceEvent }) {
  const { data, isError } = useQuery(lpsMonitor(event.id))
  const races = data?.races ?? []
  const waiting = races.some((r) => r.unread.length > 0)
  const starting = event.lpsMonitor === 'starting'
  return (
    <Lamp light={{ state: waiting ? 'warn' : starting ? 'info' : 'good', words: starting ? 'LPS Monitor starting' : 'LPS Monitor' }}>
      {isError ? <p className={css.text}>What the monitor does could not be loaded. It goes on deciding.</p> : null}
      {races.map((r) => (
        <section key={r.raceId} className={css.race} aria-label={r.race}>
          <h3>{r.race}</h3>
          <p>{roundOf(r, event.timezone)}</p>
          {remarks(r).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
    </Lamp>
  )
}
