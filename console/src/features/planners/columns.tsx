// What the tables of the wave planner show.

import type { PlannedWave } from '../../api/planners.ts'
import { clock } from '../../lib/time.ts'
import type { Column } from '../../ui/tableColumns.ts'
import { type Line, preferenceWords, signed } from './lines.ts'
import css from './planners.module.css'

const number = (n: number) => (n === 0 ? '' : signed(n))

const TERMS: Column<Line>[] = [
  { id: 'ranking', head: 'Ranking', title: 'Ranking, by its share', width: 72, end: true, className: css.mono!, cell: (l) => signed(l.start.ranking), sort: (l) => l.start.ranking, largestFirst: true, rank: 5 },
  { id: 'preference', head: 'Pref.', title: 'Start preference, by its weight', width: 66, end: true, className: css.mono!, cell: (l) => number(l.start.preference ?? 0), sort: (l) => l.start.preference ?? 0, largestFirst: true, rank: 5 },
  { id: 'gender', head: 'Gender', title: 'Gender term', width: 66, end: true, className: css.mono!, cell: (l) => number(l.start.gender ?? 0), sort: (l) => l.start.gender ?? 0, largestFirst: true, rank: 5 },
  { id: 'own', head: 'Weight', title: 'Wave weight', width: 66, end: true, className: css.mono!, cell: (l) => number(l.start.weight ?? 0), sort: (l) => l.start.weight ?? 0, largestFirst: true, rank: 5 },
]

/** Columns of the assignments; with their terms when asked. */
export function personColumns(terms: boolean): Column<Line>[] {
  return [
    { id: 'place', head: 'Wave', title: 'Wave, in the order of the plan', width: 68, end: true, always: true, className: css.mono!, cell: (l) => l.wave || '–', sort: (l) => l.place },
    { id: 'time', head: 'Time', title: 'Time of the wave', width: 76, className: css.mono!, cell: (l) => l.time, sort: (l) => l.time || null, rank: 8 },
    { id: 'bib', head: 'Bib', title: 'Bib', width: 60, end: true, className: css.mono!, cell: (l) => l.bib, sort: (l) => (/^\d+$/.test(l.bib) ? Number(l.bib) : l.bib || null), rank: 9 },
    { id: 'name', head: 'Name', title: 'Name', width: 140, grow: 2, always: true, cell: (l) => <Name line={l} />, sort: (l) => l.name || null },
    { id: 'gen', head: 'Gen', title: 'Gender', width: 44, cell: (l) => l.gender, sort: (l) => l.gender || null, rank: 3 },
    { id: 'pref', head: 'Start', title: 'Start preference', width: 122, cell: (l) => (l.pref ? preferenceWords(l.pref) : ''), sort: (l) => l.pref || null, rank: 4 },
    { id: 'party', head: 'Party', title: 'Party', width: 52, end: true, cell: (l) => l.start.party ?? '', sort: (l) => l.start.party ?? null, rank: 2 },
    ...(terms ? TERMS : []),
    { id: 'score', head: 'Score', title: 'Score', width: 68, end: true, className: css.mono!, cell: (l) => signed(l.start.score), sort: (l) => l.start.score, largestFirst: true, rank: 7 },
    { id: 'remark', head: 'Remark', title: 'Why there is no wave, and what is unusual', width: 90, grow: 1, cell: (l) => <span title={l.remark || undefined}>{l.remark}</span>, sort: (l) => l.remark || null, rank: terms ? 1 : 6 },
  ]
}

// What a runner wrote in their registration is shown beside the name; it never counts.
function Name({ line }: { line: Line }) {
  return (
    <>
      {line.name} {line.request ? <i className={css.note} title={line.request}>“{line.request}”</i> : null}
    </>
  )
}

/** Somebody in two lines, for a phone. */
export function personLines(l: Line) {
  return (
    <div className={css.two}>
      <span>
        <b className={css.mono}>{l.wave ? `Wave ${l.wave}` : 'No wave'}</b> {l.bib ? `#${l.bib} ` : ''}
        {l.name}
      </span>
      <span className={css.note}>{[l.time, signed(l.start.score), l.pref && preferenceWords(l.pref), l.remark].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

const KINDS = { '': '', eliteMen: 'Elite men', eliteWomen: 'Elite women' }

/** Columns of the waves. */
export function waveColumns(zone: string, score: ReadonlyMap<number, readonly [number, number]>): Column<PlannedWave>[] {
  return [
    { id: 'order', head: 'Wave', title: 'Wave', width: 68, end: true, always: true, className: css.mono!, cell: (w) => w.id, sort: (w) => w.id },
    { id: 'name', head: 'Name', title: 'Name', width: 120, grow: 1, cell: (w) => w.name || KINDS[w.kind], sort: (w) => w.name || KINDS[w.kind] || null, rank: 2 },
    { id: 'time', head: 'Time', title: 'Time', width: 84, always: true, className: css.mono!, cell: (w) => (w.time ? clock(w.time, zone) : '–'), sort: (w) => w.time },
    { id: 'people', head: 'People', title: 'People and room', width: 96, end: true, always: true, className: css.mono!, cell: (w) => (w.capacity ? `${w.participants.length} of ${w.capacity}` : w.participants.length), sort: (w) => w.participants.length, largestFirst: true },
    { id: 'scores', head: 'Scores', title: 'Highest and lowest score', width: 140, end: true, className: css.mono!, cell: (w) => score.get(w.id)?.map(signed).join(' to ') ?? '', rank: 1 },
  ]
}
