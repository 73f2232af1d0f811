import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { Columns3, UserPlus } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { newPersonId } from '../../api/people.ts'
import { queries } from '../../api/queries.ts'
import type { Participant } from '../../api/types.ts'
import { usePreference } from '../../lib/preferences.ts'
import { count, plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckMenu } from '../../ui/CheckMenu.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Identified, Ordered } from '../../ui/tableOrder.ts'
import { useOrder } from '../../ui/tableView.ts'
import { participantColumns, rowLines, rowLook } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { filterOf, prepareSearch } from './filter.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { NeighboursProvider } from './neighbours.ts'
import { Nobody, Waiting } from './Nobody.tsx'
import { sortOf, sortText, withValue, type ParticipantsSearch } from './search.ts'
import { lookupOf, onCourse, statusRank, type Lookup } from './standing.ts'
import { Selected } from './Selected.tsx'
import { columnsAfter, shownColumns } from './shownColumns.ts'
import { lastTab, tabIn } from './tabNames.ts'
import { ViewsMenu } from './ViewsMenu.tsx'
import { useView } from '../../ui/useView.ts'
import css from './participants.module.css'

const nobody: readonly Participant[] = []

/** The results table of an event (PART-1), live, with the opened participant beside it. */
export function ParticipantsScreen({ raceEventId, children }: { raceEventId: number; children: ReactNode }) {
  const people = useQuery(queries.participants(raceEventId))
  const event = useQuery(queries.event(raceEventId))
  const openId = (useParams({ strict: false }) as { id?: number | string }).id
  const navigate = useNavigate()
  const [miles] = usePreference('wantsMiles')
  const [detailWidth, setDetailWidth] = usePreference('detailWidth')
  const [view, change] = useView<ParticipantsSearch>()

  const look = useMemo(() => lookupOf(event.data), [event.data])
  const every = useMemo(() => participantColumns(look, miles), [look, miles])
  const columns = useMemo(() => shownColumns(every, view.cols, look.races), [every, view.cols, look.races])
  const keep = useMemo(() => filterOf(view, look.races), [view, look.races])
  const tie = useMemo(() => tieOf(look), [look])
  const sort = useMemo(() => sortOf({ sort: view.sort }), [view.sort])
  const rows = people.data?.rows ?? nobody
  const loaded = rows.length > 0
  const prepare = useEffectEvent(() => prepareSearch(rows))
  useEffect(() => (loaded ? prepare() : undefined), [loaded])
  const order = useOrder(rows, every, sort, useMemo(() => ({ keep, tie, news }), [keep, tie]))
  const counts = useMemo(() => countsOf(order), [order])
  const genders = useMemo(() => gendersOf(rows), [rows])

  const here = useRouterState({ select: (s) => s.location.pathname })
  // Whoever is opened shows the tab that is open, or was used last (NAV-12).
  const tab = openId === undefined ? lastTab() : tabIn(here)
  const [chosen, choose] = useState<ReadonlySet<Identified['id']>>(() => new Set())
  const marked = useMemo(() => (chosen.size === 0 ? nobody : rows.filter((p) => chosen.has(p.id))), [chosen, rows])
  const open = useCallback(
    (p: { id: number | string }, replace = false) =>
      void navigate({ to: address(raceEventId, p.id, tab) as never, search: view as never, replace }),
    [navigate, raceEventId, view, tab],
  )
  const neighbours = useMemo(() => {
    const index = openId === undefined ? -1 : order.indexOf(openId)
    return {
      index,
      total: order.length,
      go: (step: 1 | -1) => {
        const next = order.at(index + step)
        if (next) open(next, true)
      },
      close: () => void navigate({ to: '/$raceEventId/participants', params: { raceEventId }, search: view as never }),
    }
  }, [openId, order, open, navigate, raceEventId, view])
  const onOpen = useCallback((p: Participant) => open(p, openId !== undefined), [open, openId])
  const lines = useCallback((p: Participant) => rowLines(p, look), [look])

  return (
    <div className={css.screen} data-open={openId !== undefined || undefined}>
      <section className={css.list} aria-label="Participants">
        <div className={css.title}>
          <h1>Participants</h1>
          {people.data ? <Counts counts={counts} people={rows.length} filtered={Boolean(keep)} /> : null}
          <div className={css.tools}>
            <Button icon={<UserPlus aria-hidden />} onPress={() => void navigate({ to: address(raceEventId, newPersonId(), 'details') as never, search: view as never })}>
              Add Participant
            </Button>
            <ViewsMenu view={view} onApply={(next) => change(() => next)} />
            <CheckMenu
              label="Columns"
              summary={false}
              icon={<Columns3 aria-hidden />}
              items={every.filter((c) => !c.always).map((c) => ({ id: c.id, label: c.title }))}
              selected={columns.map((c) => c.id)}
              onChange={(ids) => change((v) => withValue(v, 'cols', columnsAfter(every, ids, look.races)))}
            />
            <MoreMenu raceEventId={raceEventId} />
          </div>
        </div>
        <FilterBar view={view} change={change} races={look.races} genders={genders} sorts={every} />
        {marked.length > 0 ? <Selected raceEventId={raceEventId} people={marked} onClear={() => choose(new Set())} /> : null}
        {people.data && event.data ? (
          <Table
            label="Participants"
            order={order}
            columns={columns}
            sort={sort}
            onSort={(s) => change((v) => withValue(v, 'sort', sortText(s)))}
            openId={openId}
            onOpen={onOpen}
            look={rowLook}
            lines={lines}
            selection={{ ids: chosen, onChange: choose }}
            empty={<Nobody any={rows.length > 0} raceEventId={raceEventId} />}
          />
        ) : (
          <Waiting error={people.error ?? event.error} retry={() => void Promise.all([people.refetch(), event.refetch()])} />
        )}
      </section>
      {openId === undefined ? null : (
        <>
          <div className={css.split}>
            <Splitter label="Width of the details" width={detailWidth} min={340} max={720} onChange={setDetailWidth} />
          </div>
          <NeighboursProvider value={neighbours}>
            <div className={css.detail} style={{ width: detailWidth }}>
              {children}
            </div>
          </NeighboursProvider>
        </>
      )}
    </div>
  )
}

/** The address of somebody's tab. */
function address(raceEventId: number, id: number | string, tab: string): string {
  return `/${raceEventId}/participants/${id}${tab ? `/${tab}` : ''}`
}

/** What makes a row flash: a place, the last-seen time or the last split is another (RES-2). */
function news(p: Participant): string {
  return `${p.overallPlace} ${p.genderPlace} ${p.lastSeenAt} ${p.lastSplitId}`
}

/** Among equals: by status (RES-15), then as the server ranks them, then by race. */
function tieOf(look: Lookup) {
  return (p: Participant) => statusRank(p.status) * 1e12 + p.position * 1e4 + (look.raceIndex.get(p.raceId) ?? 9_999)
}

/** How many of those shown are where. */
function countsOf(order: Ordered<Participant>) {
  const counts = { shown: order.length, onCourse: 0, finished: 0 }
  for (let i = 0; i < order.length; i++) {
    const p = order.at(i)!
    if (p.ft !== null) counts.finished++
    else if (onCourse(p)) counts.onCourse++
  }
  return counts
}

/** Every gender that occurs, for the filter. */
function gendersOf(rows: readonly Participant[]): string[] {
  const genders = new Set<string>()
  let last = ''
  for (const p of rows) if (p.gender !== last) genders.add((last = p.gender))
  return [...genders].filter(Boolean).toSorted()
}

function Counts({ counts, people, filtered }: { counts: ReturnType<typeof countsOf>; people: number; filtered: boolean }) {
  return (
    <p className={css.counts}>
      <span>{filtered ? `${count(counts.shown)} of ${plural(people, 'person', 'people')}` : plural(people, 'person', 'people')}</span>
      <span>{count(counts.onCourse)} on course</span>
      <span>{count(counts.finished)} finished</span>
    </p>
  )
}
