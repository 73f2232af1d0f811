import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { crossingPage } from '../../api/crossings.ts'
import { queries } from '../../api/queries.ts'
import type { Crossing, RaceEvent } from '../../api/types.ts'
import { ms, serverNow } from '../../lib/time.ts'
import { plural } from '../../lib/units.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Table } from '../../ui/Table.tsx'
import { useOrder } from '../../ui/tableView.ts'
import { useView } from '../../ui/useView.ts'
import { crossingColumns, crossingLines } from './columns.tsx'
import { Controls } from './Controls.tsx'
import { passedBy, reelOf, type Reel } from './player.ts'
import { USUAL_SPEED, type ReplaySearch } from './replaySearch.ts'
import { instantText } from './search.ts'
import { useLookup } from './useLookup.ts'
import { usePlayer } from './usePlayer.ts'
import css from './crossings.module.css'

const SpanFields = lazy(() => import('./SpanFields.tsx'))

const PAGE = 1_000
/** More than this is not fetched: a shorter span shows as much. */
const MOST = 200_000
/** The newest that came by; what is older nobody scrolls to while it plays. */
const SHOWN = 1_000

/** Plays stored crossings of a span again, into the table and the ticker of this browser alone (PAGE-15, A-142). Nothing is written or sent. */
export function ReplayScreen({ raceEventId }: { raceEventId: number }) {
  const [view, change] = useView<ReplaySearch>()
  const event = useQuery(queries.event(raceEventId))
  const reel = useReel(raceEventId, view)
  return (
    <section className={css.screen} aria-label="Replay">
      <div className={css.title}>
        <h1>Replay</h1>
        {reel.data ? <p className={css.counts}>{plural(reel.data.crossings.length, 'crossing', 'crossings')} in this span</p> : null}
        <div className={css.tools}>
          <ButtonLink icon={<ArrowLeft aria-hidden />} href={`/${raceEventId}/crossings`}>
            Crossings
          </ButtonLink>
        </div>
      </div>
      {event.data ? <SpanForm key={`${view.from} ${view.to}`} view={view} event={event.data} onLoad={(from, to) => change((v) => ({ ...v, from, to }))} busy={reel.isFetching} /> : null}
      {reel.data ? (
        <Player key={reel.dataUpdatedAt} reel={reel.data} raceEventId={raceEventId} speed={view.speed ?? USUAL_SPEED} onSpeed={(speed) => change((v) => ({ ...v, speed }))} />
      ) : reel.error ? (
        <EmptyState title="The crossings could not be loaded" action={<Button onPress={() => void reel.refetch()}>Try again</Button>}>
          {reel.error.message}
        </EmptyState>
      ) : reel.isFetching ? (
        <Skeleton rows={12} label="Loading crossings" />
      ) : (
        <EmptyState title="Choose a span and load it">Then it is played as it was, or up to 600 times faster: here in the table and in the ticker of this browser, and nowhere else.</EmptyState>
      )}
    </section>
  )
}

/** The controls, and what has come by. */
function Player({ reel, raceEventId, speed, onSpeed }: { reel: Reel; raceEventId: number; speed: number; onSpeed: (speed: number) => void }) {
  const look = useLookup(raceEventId)
  const player = usePlayer(reel, speed)
  return (
    <>
      <Controls reel={reel} player={player} zone={look.zone} speed={speed} onSpeed={onSpeed} />
      <Played reel={reel} at={player.at} raceEventId={raceEventId} />
    </>
  )
}

function useReel(raceEventId: number, { from, to }: ReplaySearch) {
  return useQuery({
    queryKey: ['replay', raceEventId, from, to],
    enabled: from !== undefined && to !== undefined,
    staleTime: Infinity,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Reel> => {
      const all: Crossing[] = []
      for (let total = 1; all.length < Math.min(total, MOST); ) {
        const page = await crossingPage(raceEventId, { from: from!, to: to!, order: 'asc' }, all.length, PAGE, signal)
        total = page.total
        all.push(...page.rows)
        if (page.rows.length === 0) break
      }
      return reelOf(all, ms(from), ms(to))
    },
  })
}

/** From when to when. It begins with the hour before the present, or with the event's first hour when that is over. */
function SpanForm({ view, event, onLoad, busy }: { view: ReplaySearch; event: RaceEvent; onLoad: (from: string, to: string) => void; busy: boolean }) {
  const [span, setSpan] = useState(() => ({ from: view.from ? ms(view.from) : usualStart(event), to: view.to ? ms(view.to) : usualStart(event) + 3_600_000 }) as { from: number | null; to: number | null })
  const ready = span.from !== null && span.to !== null && span.to > span.from
  return (
    <form
      className={css.reel}
      onSubmit={(e) => {
        e.preventDefault()
        if (ready) onLoad(instantText(span.from), instantText(span.to))
      }}
    >
      <Suspense>
        <SpanFields from={span.from} to={span.to} zone={event.timezone} onFrom={(from) => setSpan((s) => ({ ...s, from }))} onTo={(to) => setSpan((s) => ({ ...s, to }))} />
      </Suspense>
      <Button type="submit" look="primary" busy={busy} isDisabled={!ready}>
        Load
      </Button>
    </form>
  )
}

function usualStart(event: RaceEvent): number {
  const starts = event.races.map((r) => ms(r.startTime)).filter((t) => !Number.isNaN(t))
  const hour = Math.floor(serverNow() / 3_600_000) * 3_600_000 - 3_600_000
  return starts.length === 0 ? hour : Math.min(Math.max(...starts), Math.max(Math.min(...starts), hour))
}

/** What has come by, the newest first. */
function Played({ reel, at, raceEventId }: { reel: Reel; at: number; raceEventId: number }) {
  const look = useLookup(raceEventId)
  const navigate = useNavigate()
  const passed = passedBy(reel, at)
  const rows = useMemo(() => reel.crossings.slice(Math.max(0, passed - SHOWN), passed), [reel, passed])
  const columns = useMemo(() => crossingColumns(look, null), [look])
  const order = useOrder(rows, columns, NEWEST, NO_MORE)
  return (
    <div className={css.rows}>
      <Table
        label="Replayed crossings"
        order={order}
        columns={columns}
        sort={NEWEST}
        onSort={() => {}}
        onOpen={(c) => c.participantId && void navigate({ to: '/$raceEventId/participants/$id', params: { raceEventId, id: c.participantId } })}
        lines={(c) => crossingLines(c, look, null)}
        empty={<EmptyState title={reel.crossings.length === 0 ? 'No crossing in this span' : 'Nobody has come by yet'}>{reel.crossings.length === 0 ? 'Choose another one.' : 'Press play, or move to a later time.'}</EmptyState>}
      />
    </div>
  )
}

const NEWEST = { id: 'time', desc: true }
const NO_MORE = {}
