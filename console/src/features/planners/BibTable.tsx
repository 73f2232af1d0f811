import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BibPlan, BibStats } from '../../api/planners.ts'
import { queries } from '../../api/queries.ts'
import { count } from '../../lib/units.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column, Sort } from '../../ui/tableColumns.ts'
import { useOrder } from '../../ui/tableView.ts'
import css from './planners.module.css'

interface Row { id: number; place: number; bib: string; name: string; wave: number; why: string }

const COLUMNS: Column<Row>[] = [
  { id: 'place', head: 'Bib', title: 'Bib', width: 80, end: true, always: true, className: css.mono!, cell: (r) => r.bib || '–', sort: (r) => r.place },
  { id: 'name', head: 'Name', title: 'Name', width: 160, grow: 2, always: true, cell: (r) => r.name, sort: (r) => r.name },
  { id: 'wave', head: 'Wave', title: 'Wave', width: 60, end: true, rank: 2, cell: (r) => r.wave || '', sort: (r) => r.wave || null },
  { id: 'why', head: 'Remark', title: 'Remark', width: 120, grow: 1, rank: 1, cell: (r) => r.why, sort: (r) => r.why || null },
]

const nobody: Row[] = []

/** Who would get which bib, in the order in which they are given; who gets none comes last, with the reason. */
export function BibTable({ raceEventId, plan, chosen }: { raceEventId: number; plan: BibPlan | undefined; chosen: boolean }) {
  const people = useQuery(queries.participants(raceEventId))
  const [sort, setSort] = useState<Sort>({ id: 'place', desc: false })
  const rows = useMemo(() => {
    if (!plan) return nobody
    const waves = new Map(people.data?.rows.map((p) => [Number(p.id), p.waveId]))
    return [
      ...plan.assignments.map((a) => ({ id: a.participantId, bib: a.bib, name: a.name, why: '' })),
      ...plan.left.map((l) => ({ id: l.participantId, bib: '', name: l.name, why: l.why })),
    ].map((r, place) => ({ ...r, place, wave: waves.get(r.id) ?? 0 }))
  }, [plan, people.data])
  const order = useOrder(rows, COLUMNS, sort, none)
  return (
    <div className={css.list}>
      <Table
        label="Bibs as planned"
        order={order}
        columns={COLUMNS}
        sort={sort}
        onSort={setSort}
        lines={twoLines}
        empty={<Empty plan={plan} chosen={chosen} />}
      />
    </div>
  )
}

const none = {}

function twoLines(r: Row) {
  return (
    <div className={css.two}>
      <span>
        <b className={css.mono}>{r.bib || '–'}</b> {r.name}
      </span>
      <span className={css.note}>{r.why}</span>
    </div>
  )
}

function Empty({ plan, chosen }: { plan: BibPlan | undefined; chosen: boolean }) {
  if (plan) return <EmptyState title="Nobody needs a bib">Everybody in this race has one.</EmptyState>
  if (!chosen) return <EmptyState title="Choose a race">Then say which numbers it has.</EmptyState>
  return <EmptyState title="Nothing planned yet">Preview shows who would get which bib. Nothing is saved by it.</EmptyState>
}

const WORDS: [keyof BibStats, string][] = [
  ['participants', 'Participants'],
  ['withBib', 'With bib'],
  ['without', 'Without'],
  ['free', 'Numbers free in ranges'],
  ['short', 'Short by'],
]

/** How far the numbers go. */
export function Stats({ stats }: { stats: BibStats }) {
  return (
    <dl className={css.stats} aria-label="Bib statistics">
      {WORDS.map(([key, word]) => (
        <div key={key} data-bad={(key === 'short' && stats.short > 0) || undefined}>
          <dt>{word}</dt>
          <dd>{count(stats[key])}</dd>
        </div>
      ))}
    </dl>
  )
}
