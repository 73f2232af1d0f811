import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { Board, RaceEvent } from '../../api/types.ts'
import { age, clock, ms, onServer } from '../../lib/time.ts'
import { count } from '../../lib/units.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice, Swatch } from '../../ui/Status.tsx'
import css from './board.module.css'
import { OverduePanel } from './OverduePanel.tsx'
import { RaceTable } from './RaceTable.tsx'
import { SplitPanel } from './SplitPanel.tsx'
import type { BoardSearch } from './search.ts'
import { boardNow, latePeople, newlyLate } from './standing.ts'

/** The operations board: who is still out there, where they are expected, and who is overdue. The safety screen. */
export function BoardScreen({ raceEventId, view }: { raceEventId: number; view: BoardSearch }) {
  const event = useQuery(queries.event(raceEventId))
  const board = useQuery(queries.board(raceEventId))
  useEffect(() => {
    document.title = `Board${event.data ? ` · ${event.data.name}` : ''} · Race Control`
  }, [event.data])
  if (!board.data || !event.data) {
    const error = board.error ?? event.error
    return (
      <div className={css.screen}>
        <h1>Operations board</h1>
        {error ? <Failed message={error.message} retry={() => void Promise.all([board.refetch(), event.refetch()])} /> : <Skeleton rows={14} label="Loading the board" />}
      </div>
    )
  }
  return <Loaded raceEventId={raceEventId} view={view} event={event.data} board={board.data} stale={board.isError} fetchedAt={board.dataUpdatedAt} />
}

function Failed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <EmptyState title="The board could not be loaded" action={<Button onPress={retry}>Try again</Button>}>
      {message}
    </EmptyState>
  )
}

interface Props { raceEventId: number; view: BoardSearch; event: RaceEvent; board: Board; stale: boolean; fetchedAt: number }

function Loaded({ raceEventId, view, event, board, stale, fetchedAt }: Props) {
  const navigate = useNavigate()
  const go = (next: BoardSearch, replace = true) => void navigate({ to: '/$raceEventId/board', params: { raceEventId }, search: next, replace })
  const wall = useNow(1)
  const now = Math.max(wall, ms(board.at))
  const all = useMemo(() => boardNow(board, now), [board, now])
  const shown = view.race === undefined ? all : all.filter((r) => r.race.raceId === view.race)
  const late = latePeople(shown, now)
  const zone = event.timezone
  const open = shown.flatMap((r) => r.splits.map((s) => ({ ...s, race: r.race }))).find((s) => s.split.splitId === view.split)
  const close = () => go(withoutSplit(view))
  return (
    <div className={css.screen} data-open={open ? true : undefined}>
      <div className={css.list}>
        <header className={css.title}>
          <h1>Operations board</h1>
          <p className={css.counts}>
            <span>{count(sum(shown, (r) => r.race.onCourse))} on course</span>
            <span>{count(sum(shown, (r) => r.race.waiting))} not started</span>
          </p>
          <Age at={board.at} fetchedAt={fetchedAt} stale={stale} zone={zone} />
          <div className={css.tools}>
            <Button icon={<Printer aria-hidden />} onPress={() => void navigate({ to: '/$raceEventId/board/print', params: { raceEventId }, search: withoutSplit(view) })}>
              Print lists
            </Button>
          </div>
        </header>
        {board.races.length > 1 ? (
          <div className={css.filters} role="group" aria-label="Race">
            <Pill isSelected={view.race === undefined} onChange={() => go({})}>
              All races
            </Pill>
            {all.map((r) => (
              <Pill key={r.race.raceId} isSelected={view.race === r.race.raceId} onChange={() => go({ race: r.race.raceId })}>
                <Swatch color={r.race.color} /> {r.race.race}
                {r.overdue > 0 ? <span className={css.pillCount}>{r.overdue} overdue</span> : null}
              </Pill>
            ))}
          </div>
        ) : null}
        <Announcer late={latePeople(all, now)} />
        <OverduePanel raceEventId={raceEventId} late={late} total={sum(shown, (r) => r.overdue)} now={now} zone={zone} />
        {shown.map((r) => (
          <RaceTable key={r.race.raceId} race={r} zone={zone} now={now} openSplit={view.split} onOpen={(split) => go({ ...view, split }, view.split !== undefined)} />
        ))}
        {board.races.length === 0 ? <EmptyState title="No races yet">Races are made with the event.</EmptyState> : null}
      </div>
      {open ? <SplitPanel key={open.split.splitId} raceEventId={raceEventId} race={open.race} split={open} now={now} zone={zone} onClose={close} /> : null}
    </div>
  )
}

function withoutSplit(view: BoardSearch): BoardSearch {
  return view.race === undefined ? {} : { race: view.race }
}

function sum<T>(list: readonly T[], of: (t: T) => number): number {
  return list.reduce((n, t) => n + of(t), 0)
}

const OLD_MS = 45_000

/** How old the board is: a quiet time while it is fresh, a clear sentence when raced has not answered for a while. */
function Age({ at, fetchedAt, stale, zone }: { at: string | null; fetchedAt: number; stale: boolean; zone: string }) {
  const now = useNow(1)
  const fetched = onServer(fetchedAt)
  if (!stale && now - fetched < OLD_MS) return <p className={css.age}>as of <span className="mono">{clock(at, zone)}</span></p>
  return (
    <div className={css.old}>
      <Notice state="warn">
        This board is of {clock(at, zone)}, {age(fetched, now)}: raced does not answer. Who has come by since is not on it.
      </Notice>
    </div>
  )
}

/** Tells a screen reader who is newly overdue, politely. */
function Announcer({ late }: { late: ReturnType<typeof latePeople> }) {
  const [said, say] = useState('')
  const known = useRef<Set<number> | null>(null)
  useEffect(() => {
    const words = newlyLate(known.current, late)
    known.current = new Set(late.map((l) => l.due.participantId))
    if (words) say(words)
  }, [late])
  return (
    <div role="status" aria-live="polite" className="said" data-announcer>
      {said}
    </div>
  )
}

