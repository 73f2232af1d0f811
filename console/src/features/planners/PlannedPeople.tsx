import { lazy, type MouseEvent, Suspense, useMemo, useRef, useState } from 'react'
import type { WavePlan } from '../../api/planners.ts'
import type { Section } from '../../ui/Menu.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Sort } from '../../ui/tableColumns.ts'
import { useOrder } from '../../ui/tableView.ts'
import { personColumns, personLines } from './columns.tsx'
import { type Line, PREFERENCES, whyLine } from './lines.ts'
import type { StartEdit } from './usePersonStart.ts'
import css from './planners.module.css'

const MenuBox = lazy(() => import('../../ui/MenuBox.tsx'))
const StartBox = lazy(() => import('./StartBox.tsx'))

interface Props {
  lines: readonly Line[]
  plan: WavePlan
  onSave: (line: Line, edit: StartEdit) => void
}

/** Everybody with the wave that the plan gives them; Enter or a click opens the popover, a right click the menu (WPLAN-2 … WPLAN-4). */
export function PlannedPeople({ lines, plan, onSave }: Props) {
  const [sort, setSort] = useState<Sort>({ id: 'place', desc: false })
  const [terms, setTerms] = useState(false)
  const [leftOnly, setLeftOnly] = useState(false)
  const [opened, setOpened] = useState<{ id: number; as: 'box' | 'menu' }>()
  const wrap = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const point = useRef<HTMLSpanElement>(null)
  const elite = useMemo(() => new Set(plan.waves.filter((w) => w.kind !== '').map((w) => w.id)), [plan])
  const prefWeight = plan.attrs.wavePrefWeight ?? 0
  const columns = useMemo(() => personColumns(terms), [terms])
  const only = leftOnly && plan.left > 0
  const order = useOrder(lines, columns, sort, useMemo(() => (only ? { keep: (l: Line) => l.wave === 0 } : {}), [only]))
  const line = opened && lines.find((l) => l.id === opened.id)
  const at = (id: number) => wrap.current?.querySelector<HTMLElement>(`[data-index="${order.indexOf(id)}"]`) ?? wrap.current
  const open = (l: Line, as: 'box' | 'menu') => {
    anchor.current = at(l.id)
    setOpened({ id: l.id, as })
  }
  const menu = (e: MouseEvent) => {
    const row = (e.target as Element).closest<HTMLElement>('[data-index]')
    const chosen = row && order.at(Number(row.dataset.index))
    if (!chosen || !point.current) return
    e.preventDefault()
    Object.assign(point.current.style, { left: `${e.clientX}px`, top: `${e.clientY}px` })
    anchor.current = point.current
    setOpened({ id: chosen.id, as: 'menu' })
  }
  const close = () => setOpened(undefined)
  return (
    <div ref={wrap} className={css.sheet} onContextMenu={menu} role="presentation">
      <div className={css.bar}>
        <Switch isSelected={terms} onChange={setTerms}>
          Show what scores are made of
        </Switch>
        {plan.left > 0 ? (
          <Switch isSelected={leftOnly} onChange={setLeftOnly}>
            Only who is left over
          </Switch>
        ) : null}
      </div>
      <Table
        label="Assignments as planned"
        order={order}
        columns={columns}
        sort={sort}
        onSort={setSort}
        openId={opened?.id}
        onOpen={(l) => open(l, 'box')}
        onRowKey={(key, l) => key === 'ContextMenu' && (open(l, 'menu'), true)}
        look={(l) => ({ tip: whyLine(l, prefWeight, elite.has(l.wave)) })}
        lines={personLines}
        empty="Nobody is in this race."
      />
      <span ref={point} className={css.anchor} />
      <Suspense>
        {line && opened.as === 'box' ? <StartBox key={line.id} line={line} prefWeight={prefWeight} elite={elite.has(line.wave)} anchor={anchor} onSave={(e) => onSave(line, e)} onClose={close} /> : null}
      </Suspense>
      {line && opened.as === 'menu' ? (
        <Suspense>
          <MenuBox label={`Start of ${line.name}`} triggerRef={anchor} onOpenChange={(o) => !o && setOpened((was) => (was?.as === 'menu' ? undefined : was))} sections={choices(line, (e) => onSave(line, e), () => setOpened({ id: line.id, as: 'box' }))} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** What the menu of a person offers. What holds now is marked. */
function choices(line: Line, save: (edit: StartEdit) => void, more: () => void): Section[] {
  const mark = (on: boolean) => (on ? { detail: 'as it is now' } : {})
  return [
    { title: 'Start preference', items: PREFERENCES.map((p) => ({ id: `pref ${p.value}`, label: p.label, ...mark(p.value === line.pref), run: () => save({ wavePref: p.value }) })) },
    {
      title: 'Wave weight',
      items: [
        ...[1, 0.5, 0, -0.5, -1].map((n) => ({ id: `weight ${n}`, label: n === 0 ? 'No weight' : `${n > 0 ? '+' : '−'}${Math.abs(n)} ${n > 0 ? 'earlier' : 'later'}`, ...mark(n === line.weight), run: () => save({ waveWeight: n }) })),
        { id: 'more', label: 'Other weight, and why…', run: () => setTimeout(more) },
      ],
    },
  ]
}
