import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AlertTriangle, CheckCircle2, XCircle } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { queries } from '../../api/queries.ts'
import type { Problem, RaceEvent } from '../../api/types.ts'
import { clock } from '../../lib/time.ts'
import { count } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'
import { kindsOf, neighbour, openAfter, without, wordOf } from './inbox.ts'
import css from './problems.module.css'
import { ProblemDetail } from './ProblemDetail.tsx'
import type { ProblemsSearch } from './search.ts'

/** The inbox of what does not fit together: each problem once, with its evidence and the one step that puts it right. */
export function ProblemsScreen({ raceEventId, view }: { raceEventId: number; view: ProblemsSearch }) {
  const event = useQuery(queries.event(raceEventId))
  const problems = useQuery(queries.problems(raceEventId, view.accepted))
  useEffect(() => {
    document.title = `Problems${event.data ? ` · ${event.data.name}` : ''} · Race Control`
  }, [event.data])
  if (!problems.data || !event.data) {
    const error = problems.error ?? event.error
    return (
      <div className={css.screen}>
        <div className={css.list}>
          <h1>Problems</h1>
          {error ? (
            <EmptyState title="The problems could not be loaded" action={<Button onPress={() => void Promise.all([problems.refetch(), event.refetch()])}>Try again</Button>}>
              {error.message}
            </EmptyState>
          ) : (
            <Skeleton rows={12} label="Loading the problems" />
          )}
        </div>
      </div>
    )
  }
  return <Loaded raceEventId={raceEventId} view={view} event={event.data} problems={problems.data} />
}

function Loaded({ raceEventId, view, event, problems }: { raceEventId: number; view: ProblemsSearch; event: RaceEvent; problems: readonly Problem[] }) {
  const navigate = useNavigate()
  const go = (next: ProblemsSearch) => void navigate({ to: '/$raceEventId/problems', params: { raceEventId }, search: next, replace: true })
  const kinds = useMemo(() => kindsOf(problems), [problems])
  const shown = useMemo(() => (view.kind === undefined ? problems : problems.filter((p) => p.kind === view.kind)), [problems, view.kind])
  const open = shown.find((p) => p.id === view.open)
  const show = (p: Problem | undefined) => go(openAfter(view, p?.id))
  useListKeys(shown, open, show)
  const settled = (p: Problem) => show(neighbour(shown, p.id))
  return (
    <div className={css.screen} data-open={open ? true : undefined}>
      <section className={css.list} aria-label="Problems">
        <header className={css.title}>
          <h1>Problems</h1>
          <p className={css.counts}>{problems.length === 0 ? '' : `${count(problems.filter((p) => !p.accepted).length)} open`}</p>
          <div className={css.tools}>
            <Pill isSelected={view.accepted === true} onChange={(on) => go(on ? { ...view, accepted: true } : without(view, 'accepted'))}>
              Show accepted
            </Pill>
          </div>
        </header>
        {kinds.length > 1 ? (
          <div className={css.filters} role="group" aria-label="Kind">
            <Pill isSelected={view.kind === undefined} onChange={() => go(without(view, 'open', 'kind'))}>
              All {count(problems.length)}
            </Pill>
            {kinds.map((k) => (
              <Pill key={k.kind} isSelected={view.kind === k.kind} onChange={() => go({ ...without(view, 'open', 'kind'), kind: k.kind })}>
                {k.word} {count(k.n)}
              </Pill>
            ))}
          </div>
        ) : null}
        {shown.length === 0 ? (
          <EmptyState icon={<CheckCircle2 />} title="No problems">
            Unknown tags, missing splits, impossible paces and silent sources show here as they arise.
          </EmptyState>
        ) : (
          <ul className={css.rows}>
            {shown.map((p) => (
              <Line key={p.id} problem={p} open={p === open} zone={event.timezone} onOpen={() => show(p)} />
            ))}
          </ul>
        )}
      </section>
      {open ? (
        <ProblemDetail key={open.id} raceEventId={raceEventId} event={event} problem={open} onClose={() => show(undefined)} onSettled={() => settled(open)} />
      ) : (
        <div className={css.hole}>
          <EmptyState title={shown.length === 0 ? 'Nothing to do' : 'Choose a problem'}>
            {shown.length === 0 ? 'Everything fits together.' : 'j and k go through the list, Enter opens, Esc closes.'}
          </EmptyState>
        </div>
      )}
    </div>
  )
}

function Line({ problem: p, open, zone, onOpen }: { problem: Problem; open: boolean; zone: string; onOpen: () => void }) {
  const Icon = p.accepted ? CheckCircle2 : p.level === 'wrong' ? XCircle : AlertTriangle
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <li>
      <button type="button" ref={row} className={css.row} aria-current={open || undefined} data-problem={p.id} onClick={onOpen}>
        <Icon className={p.accepted ? css.accepted : p.level === 'wrong' ? css.wrong : css.attention} aria-label={p.accepted ? 'accepted' : p.level === 'wrong' ? 'wrong' : 'worth a look'} />
        <span className={css.words}>
          <strong>{p.title}</strong>
          <span>{p.detail}</span>
        </span>
        <span className={css.meta}>
          <span className="mono">{clock(p.at, zone).slice(0, 5)}</span>
          <Badge>{wordOf(p.kind)}</Badge>
        </span>
      </button>
    </li>
  )
}

// j and k, or arrows: through the list. They rest while somebody types or a window is open.
function useListKeys(shown: readonly Problem[], open: Problem | undefined, show: (p: Problem | undefined) => void): void {
  const latest = useRef({ shown, open, show })
  useEffect(() => {
    latest.current = { shown, open, show }
  })
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || typing(e.target)) return
      const { shown, open, show } = latest.current
      const at = shown.findIndex((p) => p === open)
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[e.key]
      if (step !== undefined && shown.length > 0) {
        e.preventDefault()
        show(shown[Math.max(0, Math.min(shown.length - 1, at < 0 ? 0 : at + step))])
      } else if (e.key === 'Enter' && open && !(e.target instanceof HTMLElement && e.target.closest('a,button,[role=option]'))) {
        e.preventDefault()
        document.querySelector<HTMLElement>('[data-problem-detail] h2')?.focus()
      } else if (e.key === 'Escape' && open) show(undefined)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) || target.closest('[role="dialog"],[role="menu"],[role="listbox"]') !== null)
}
