import { useMemo, useState } from 'react'
import type { WavePlan } from '../../api/planners.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Sort } from '../../ui/tableColumns.ts'
import { useOrder } from '../../ui/tableView.ts'
import { waveColumns } from './columns.tsx'
import css from './planners.module.css'

const none = {}

/** The waves of a plan with their times and how full they are. */
export function PlannedWaves({ plan, zone }: { plan: WavePlan; zone: string }) {
  const [sort, setSort] = useState<Sort>({ id: 'time', desc: false })
  const columns = useMemo(() => {
    const scores = new Map<number, readonly [number, number]>()
    for (const p of plan.people) {
      const s = scores.get(p.waveId)
      scores.set(p.waveId, s ? [Math.max(s[0], p.score), Math.min(s[1], p.score)] : [p.score, p.score])
    }
    return waveColumns(zone, scores)
  }, [plan, zone])
  const order = useOrder(plan.waves, columns, sort, none)
  return (
    <div className={css.sheet}>
      <Table label="Waves as planned" order={order} columns={columns} sort={sort} onSort={setSort} empty={<EmptyState title="No waves">Have waves created automatically, or add some in the race editor.</EmptyState>} />
    </div>
  )
}
