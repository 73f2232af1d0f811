import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Due, RaceBoard } from '../../api/types.ts'
import { clock } from '../../lib/time.ts'
import { count, shortBib } from '../../lib/units.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Badge, Swatch } from '../../ui/Status.tsx'
import css from './splits.module.css'
import { type SplitNow, until } from './standing.ts'

interface Props { raceEventId: number; race: RaceBoard; split: SplitNow; now: number; zone: string; onClose: () => void }

/** The people of one split: overdue, there, and expected with their predicted arrival. */
export function SplitPanel({ raceEventId, race, split: s, now, zone, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { split } = s
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.key === 'Escape' && !e.defaultPrevented && !document.querySelector('[role="dialog"]')) onClose()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [onClose])
  const person = (due: Due, when: ReactNode) => <Person key={due.participantId} raceEventId={raceEventId} due={due} zone={zone} when={when} laps={race.repeats} />
  return (
    <aside className={css.panel} aria-labelledby="split-title">
      <header>
        <h2 id="split-title" ref={heading} tabIndex={-1}>
          <Swatch color={race.color} /> {split.split} <span className={css.raceWords}>{race.race}</span>
        </h2>
        <IconButton label="Close" keys="Esc" onPress={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className={css.panelBody}>
        <People title="Overdue" total={s.overdueCount} shown={s.overdue.length} bad={s.overdue.some((d) => d.started)} none="Nobody is overdue here.">
          {s.overdue.map((d) => person(d, <Arrival at={d.latestAt} now={now} zone={zone} words={d.started ? 'latest' : 'start by'} late />))}
        </People>
        {split.transition ? (
          <People title="There now" total={split.inStation.length + split.moreInStation} shown={split.inStation.length} none="Nobody is in the station.">
            {split.inStation.map((d) => person(d, <Arrival at={d.lastSeenAt} now={now} zone={zone} words="came" />))}
          </People>
        ) : null}
        <People title="Expected" total={s.expectedCount} shown={s.expected.length} none="Nobody is on the way to here.">
          {s.expected.map((d) => person(d, <Arrival at={d.expectedAt} now={now} zone={zone} words={`latest ${clock(d.latestAt, zone).slice(0, 5)}`} />))}
        </People>
        <p className={css.rest}>
          {[
            split.later > 0 ? `${count(split.later)} further back` : '',
            split.waiting > 0 ? `${count(split.waiting)} not started` : '',
            split.missed > 0 ? `${count(split.missed)} seen further on, but not here` : '',
            split.stopped > 0 ? `${count(split.stopped)} stopped before here` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </aside>
  )
}

function People({ title, total, shown, bad = false, none, children }: { title: string; total: number; shown: number; bad?: boolean; none: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.people} aria-labelledby={id}>
      <h3 id={id}>
        {title} <Badge state={bad ? 'bad' : 'off'}>{count(total)}</Badge>
      </h3>
      {total === 0 ? <p className={css.none}>{none}</p> : <ul>{children}</ul>}
      {total > shown ? <p className={css.none}>and {count(total - shown)} more; Print lists has everybody.</p> : null}
    </section>
  )
}

function Person({ raceEventId, due, zone, when, laps }: { raceEventId: number; due: Due; zone: string; when: ReactNode; laps: boolean }) {
  return (
    <li>
      <Link className={css.person} to="/$raceEventId/participants/$id" params={{ raceEventId, id: due.participantId }}>
        <span className={css.bib}>{shortBib(due.bib)}</span>
        <span className={css.name}>
          {due.name || 'Unnamed'}
          <small>
            {due.lastSplit ? `${due.lastSplit} ${clock(due.lastSeenAt, zone)}` : due.started ? 'no split so far' : 'not seen at the start'}
            {laps ? ` · lap ${due.lap + 1}` : ''}
            {due.afterCutoff ? ' · after the cutoff at this pace' : ''}
          </small>
        </span>
        {when}
        <span className={css.why}>{due.why}</span>
      </Link>
    </li>
  )
}

function Arrival({ at, now, zone, words, late = false }: { at: string | null; now: number; zone: string; words: string; late?: boolean }) {
  return (
    <span className={css.when} data-late={late || undefined}>
      <b>{late ? until(at, now).replace(' ago', '') : clock(at, zone).slice(0, 5)}</b>
      <small>{late ? `${words} ${clock(at, zone).slice(0, 5)}` : `${until(at, now)} · ${words}`}</small>
    </span>
  )
}
