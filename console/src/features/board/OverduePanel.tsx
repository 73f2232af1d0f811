import { Link } from '@tanstack/react-router'
import { AlarmClock, CheckCircle2 } from 'lucide-react'
import { useState } from 'react'
import { clock } from '../../lib/time.ts'
import { plural, shortBib } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Swatch } from '../../ui/Status.tsx'
import css from './board.module.css'
import { type Late, until } from './standing.ts'

const FIRST = 8

/** Who should have been seen by now, first and loud; one line in quiet when there is nobody. */
export function OverduePanel({ raceEventId, late, total, now, zone }: { raceEventId: number; late: readonly Late[]; total: number; now: number; zone: string }) {
  const [all, setAll] = useState(false)
  if (total === 0 && late.length === 0) {
    return (
      <p className={css.calm}>
        <CheckCircle2 aria-hidden /> Nobody on the course is overdue.
      </p>
    )
  }
  const shown = all ? late : late.slice(0, FIRST)
  return (
    <section className={css.alarm} aria-labelledby="overdue-title">
      <h2 id="overdue-title">
        <AlarmClock aria-hidden /> {plural(total, 'person is', 'people are')} overdue
      </h2>
      <ol className={css.lateList}>
        {shown.map((l) => (
          <li key={l.due.participantId}>
            <Link className={css.late} to="/$raceEventId/participants/$id" params={{ raceEventId, id: l.due.participantId }}>
              <span className={css.lateBib}>{shortBib(l.due.bib)}</span>
              <span className={css.lateWho}>
                <strong>{l.due.name}</strong>
                <span>
                  <Swatch color={l.race.color} /> {l.race.race}
                  {l.due.lastSplit ? ` · last at ${l.due.lastSplit} ${clock(l.due.lastSeenAt, zone)}` : ''}
                </span>
              </span>
              <span className={css.lateWhere}>
                <span>due at</span> {l.split.split}
              </span>
              <span className={css.lateBy}>
                <strong>{until(l.due.latestAt, now).replace(' ago', '')}</strong>
                <span>overdue</span>
              </span>
              <span className={css.why} title={l.due.why}>
                {l.due.why}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {late.length > FIRST ? (
        <Button look="quiet" onPress={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${late.length}`}
        </Button>
      ) : null}
    </section>
  )
}
