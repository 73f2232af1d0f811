import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowUp, Plus, Rewind } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { Crossing } from '../../api/types.ts'
import { plural } from '../../lib/units.ts'
import { openWindow } from '../../lib/windows.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Table } from '../../ui/Table.tsx'
import { useOrder } from '../../ui/tableView.ts'
import { actionsOn } from '../../api/crossingActions.ts'
import { crossingColumns, crossingLines } from './columns.tsx'
import { Filters } from './Filters.tsx'
import { lookupOf } from './lookup.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { FILTERS, filterOf, withValue, type CrossingsSearch } from './search.ts'
import { useCrossings } from './useCrossings.ts'
import { useHeld } from './useHeld.ts'
import { useView } from '../../ui/useView.ts'
import css from './crossings.module.css'

const none: readonly Crossing[] = []

/** Every crossing of an event, live, with what became of it and why, and what can be done about it (XING-19, A-10). */
export function CrossingsScreen({ raceEventId }: { raceEventId: number }) {
  const event = useQuery(queries.event(raceEventId))
  const sources = useQuery(queries.sources())
  const client = useQueryClient()
  const navigate = useNavigate()
  const [view, change] = useView<CrossingsSearch>()
  const filter = useMemo(() => filterOf(view), [view])
  const list = useCrossings(raceEventId, filter)
  const desc = filter.order !== 'asc'
  const held = useHeld(list.rows ?? none, desc, JSON.stringify(filter))
  const [chosen, choose] = useState<ReadonlySet<number | string>>(new Set())

  const look = useMemo(() => lookupOf(event.data, sources.data?.rows ?? []), [event.data, sources.data])
  const actions = useCallback((...crossings: Crossing[]) => actionsOn(crossings, raceEventId, client), [raceEventId, client])
  const columns = useMemo(() => crossingColumns(look, actions), [look, actions])
  const order = useOrder(held.shown, columns, useMemo(() => ({ id: 'time', desc }), [desc]), useMemo(() => ({ news }), []))
  const lines = useCallback((c: Crossing) => crossingLines(c, look, actions), [look, actions])
  const marked = useMemo(() => held.shown.filter((c) => chosen.has(c.id)), [held.shown, chosen])

  const open = (c: Crossing) => {
    if (c.participantId) void navigate({ to: '/$raceEventId/participants/$id', params: { raceEventId, id: c.participantId } })
    else openWindow('whyCrossing', { raceEventId, crossing: c })
  }
  const onRowKey = (key: string, c: Crossing) => {
    const action = actions(...(marked.length > 0 ? marked : [c])).find((a) => a.key === key.toLowerCase())
    if (action && !action.why) action.run()
    return Boolean(action)
  }
  const filtered = FILTERS.some((k) => view[k] !== undefined)

  return (
    <section className={css.screen} aria-label="Crossings">
      <div className={css.title}>
        <h1>Crossings</h1>
        {list.rows ? <p className={css.counts}>{plural(list.total, 'crossing', 'crossings')}</p> : null}
        {held.fresh > 0 ? (
          <Button look="primary" icon={<ArrowUp aria-hidden />} onPress={held.release}>
            {`${held.fresh} new`}
          </Button>
        ) : null}
        <div className={css.tools}>
          <Button icon={<Plus aria-hidden />} onPress={() => openWindow('editCrossing', { raceEventId })}>
            Add crossing
          </Button>
          <ButtonLink icon={<Rewind aria-hidden />} href={`/${raceEventId}/crossings/replay`}>
            Replay
          </ButtonLink>
        </div>
      </div>
      <Filters view={view} change={change} look={look} />
      {list.rows && event.data ? (
        <div className={css.rows} data-stale={list.isPlaceholderData || undefined} {...held.handlers}>
          <Table
            label="Crossings"
            order={order}
            columns={columns}
            sort={{ id: 'time', desc }}
            onSort={(s) => change((v) => withValue(v, 'sort', s.desc ? '' : 'time'))}
            onOpen={open}
            onRowKey={onRowKey}
            onEnd={list.more}
            selection={{ ids: chosen, onChange: choose }}
            lines={lines}
            empty={<Nothing filtered={filtered} />}
          />
          {marked.length > 0 ? <SelectionBar crossings={marked} actions={actions(...marked)} onClear={() => choose(new Set())} /> : null}
        </div>
      ) : (
        <Waiting error={list.error ?? event.error} retry={() => void Promise.all([list.refetch(), event.refetch()])} />
      )}
    </section>
  )
}

/** What makes a row flash: something about it is another. */
function news(c: Crossing): string {
  return `${c.disposition} ${c.timestamp} ${c.splitId} ${c.loopId} ${c.participantId}`
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No crossing matches these filters">Take a filter away, or clear them all.</EmptyState>
  ) : (
    <EmptyState title="No crossings yet">They appear here as the readers see people. A time that somebody wrote down is entered with Add crossing.</EmptyState>
  )
}

function Waiting({ error, retry }: { error: Error | null; retry: () => void }) {
  if (!error) return <Skeleton rows={16} label="Loading crossings" />
  return (
    <EmptyState title="The crossings could not be loaded" action={<Button onPress={retry}>Try again</Button>}>
      {error.message}
    </EmptyState>
  )
}
