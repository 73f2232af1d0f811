import { useId } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Due } from '../../api/types.ts'
import { clock } from '../../lib/time.ts'
import { count, distance, shortBib } from '../../lib/units.ts'
import { usePreference } from '../../lib/preferences.ts'
import { Swatch } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import css from './splits.module.css'
import { type RaceNow, type SplitNow, until } from './standing.ts'

interface Props { race: RaceNow; zone: string; now: number; openSplit: number | undefined; onOpen: (split: number) => void }

/** The splits of a race in the order of the course, and how many people are where. A press on a split opens its people. */
export function RaceTable({ race: { race, splits }, zone, now, openSplit, onOpen }: Props) {
  const id = useId()
  const laps = race.repeats
  return (
    <section className={css.race} aria-labelledby={id}>
      <h2 id={id}>
        <Swatch color={race.color} /> {race.race}
        <span className={css.raceWords}>
          {count(race.onCourse)} on course of {count(race.registered)}
          {race.start ? ` · start ${clock(race.start, zone).slice(0, 5)}` : ' · no start time'}
          {race.cutoff ? ` · cutoff ${clock(race.cutoff, zone).slice(0, 5)}` : ''}
        </span>
      </h2>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Split</th>
            <Count title="Overdue" says="Should have been here by now" />
            <Count title="Expected" says="This is their next split, and they still have time" />
            <th scope="col" className={css.next}>
              Next here
            </th>
            <Count title="In" says={laps ? 'Have been here, and are not on the way to here again' : 'Have been here'} />
            <Count title="Out" says="Have been here, and left" less />
            <Count title={laps ? 'Laps' : 'There'} says={laps ? 'Times that somebody passed' : 'Came in, and have not been read leaving'} />
            <Count title="Not yet" says="May still come: expected, overdue, further back or not started" />
            <Count title="Missed" says="Seen further on, but not here" less />
            <Count title="Stopped" says="DNS, DNF or DQ before here" less />
          </tr>
        </thead>
        <tbody>
          {splits.map((s) => (
            <Row key={s.split.splitId} s={s} laps={laps} zone={zone} now={now} open={openSplit === s.split.splitId} onOpen={() => onOpen(s.split.splitId)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Count({ title, says, less = false }: { title: string; says: string; less?: boolean }) {
  return (
    <th scope="col" className={css.count} title={says} data-less={less || undefined}>
      {title}
    </th>
  )
}

function Row({ s, laps, zone, now, open, onOpen }: { s: SplitNow; laps: boolean; zone: string; now: number; open: boolean; onOpen: () => void }) {
  const [miles] = usePreference('wantsMiles')
  const { split } = s
  const gone = s.overdue.filter((d) => d.started).length
  const there = laps ? split.laps : split.inStation.length + split.moreInStation
  return (
    <tr data-open={open || undefined} data-late={gone > 0 || undefined}>
      <th scope="row">
        <AriaButton className={css.splitName!} onPress={onOpen} aria-expanded={open}>
          {split.split}
        </AriaButton>
        <span className={css.splitWords}>
          {distance(split.distance, miles)} {miles ? 'mi' : 'km'}
          {split.cutoff ? ` · cutoff ${clock(split.cutoff, zone).slice(0, 5)}` : ''}
          {split.transition ? ' · in and out' : ''}
          {split.watched ? '' : ' · not timed'}
        </span>
      </th>
      <Cell label="Overdue" n={s.overdueCount} look={gone > 0 ? css.bad : s.overdueCount > 0 ? css.warn : ''} />
      <Cell label="Expected" n={s.expectedCount} />
      <td className={css.next} data-label="Next here">
        {s.expected.slice(0, 3).map((d) => (
          <Next key={d.participantId} due={d} zone={zone} now={now} />
        ))}
      </td>
      <Cell label="In" n={split.in} />
      <Cell label="Out" n={split.out} less />
      <Cell label={laps ? 'Laps' : 'There'} n={there} look={!laps && there > 0 ? css.strong : ''} blank={!laps && !split.transition} />
      <Cell label="Not yet" n={split.notSeen} />
      <Cell label="Missed" n={split.missed} less />
      <Cell label="Stopped" n={split.stopped} less />
    </tr>
  )
}

function Cell({ label, n, look = '', blank = false, less = false }: { label: string; n: number; look?: string | undefined; blank?: boolean; less?: boolean }) {
  return (
    <td className={`${css.count} ${n === 0 ? css.zero : look}`} data-label={label} data-less={less || undefined}>
      {blank ? '' : count(n)}
    </td>
  )
}

function Next({ due, zone, now }: { due: Due; zone: string; now: number }) {
  const said = until(due.expectedAt, now)
  const past = said.endsWith(' ago')
  return (
    <Tooltip text={`${due.name}, expected at ${clock(due.expectedAt, zone)}, overdue from ${clock(due.latestAt, zone)}`}>
      <span className={css.chip} data-past={past || undefined}>
        <b>{shortBib(due.bib)}</b> <span>{past ? `+${said.slice(0, -4)}` : said}</span>
      </span>
    </Tooltip>
  )
}
