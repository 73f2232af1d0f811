import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Plus, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addOnsQuery, ordersQuery, type AddOn, type Order } from '../../api/orders.ts'
import { queries } from '../../api/queries.ts'
import type { RaceEvent } from '../../api/types.ts'
import { count } from '../../lib/units.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddOnDialog } from './AddOnDialog.tsx'
import { linesOf } from './list.ts'
import { OrderTable } from './OrderTable.tsx'
import css from './orders.module.css'
import type { OrdersSearch } from './ordersSearch.ts'
import { WhoOrdered } from './WhoOrdered.tsx'

interface Props {
  raceEventId: number
  search: OrdersSearch
  onSearch: (search: OrdersSearch) => void
}

/** What is sold with the entries of an event: how many of each, who ordered them, and the add-ons themselves (A-143). */
export function OrdersScreen({ raceEventId, search, onSearch }: Props) {
  const event = useQuery(queries.event(raceEventId))
  const orders = useQuery({ ...ordersQuery(raceEventId, search.race), placeholderData: keepPreviousData })
  const addOns = useQuery(addOnsQuery(raceEventId))
  useEffect(() => {
    document.title = `Orders${event.data ? ` · ${event.data.name}` : ''} · Race Control`
  }, [event.data])
  if (event.data && orders.data && addOns.data) {
    return <Loaded event={event.data} orders={orders.data} addOns={addOns.data} search={search} onSearch={onSearch} />
  }
  const error = event.error ?? orders.error ?? addOns.error
  return (
    <div className={css.screen}>
      <div className={css.list}>
        <h1>Orders</h1>
        {error ? (
          <EmptyState
            title="The orders could not be loaded"
            action={
              search.race ? <Button onPress={() => onSearch({})}>Show every race</Button> : <Button onPress={() => void Promise.all([event.refetch(), orders.refetch(), addOns.refetch()])}>Try again</Button>
            }
          >
            {error.message}
          </EmptyState>
        ) : (
          <Skeleton rows={10} label="Loading the orders" />
        )}
      </div>
    </div>
  )
}

type LoadedProps = Omit<Props, 'raceEventId'> & { event: RaceEvent; orders: readonly Order[]; addOns: readonly AddOn[] }

function Loaded({ event, orders, addOns, search, onSearch }: LoadedProps) {
  // What is being changed: an add-on, or undefined for a new one; null while nothing is.
  const [editing, setEditing] = useState<AddOn | undefined | null>(null)
  const lines = linesOf(orders, search.q ?? '')
  const open = lines.find((l) => l.variant.variantId === search.variant)
  const show = (variant: number | undefined) => onSearch(without({ ...search, variant }))
  const total = orders.reduce((n, o) => n + o.total, 0)
  const fresh = (
    <Button look="primary" icon={<Plus aria-hidden />} onPress={() => setEditing(undefined)}>
      New add-on
    </Button>
  )
  return (
    <div className={css.screen} data-open={open ? true : undefined}>
      <section className={css.list} aria-label="Orders">
        <header className={css.title}>
          <h1>Orders</h1>
          <p className={css.counts}>{orders.length === 0 ? '' : `${count(total)} ordered`}</p>
          <div className={css.tools}>
            {total > 0 ? (
              <ButtonLink icon={<Download aria-hidden />} href={`/race_events/${event.id}/orders.csv${search.race ? `?race_id=${search.race}` : ''}`} download>
                Export CSV
              </ButtonLink>
            ) : null}
            {orders.length > 0 ? fresh : null}
          </div>
        </header>
        {orders.length === 0 ? (
          <EmptyState icon={<ShoppingBag />} title="Nothing is sold with the entries yet" action={fresh}>
            Dinners, parking, shirts: an add-on has a name and what can be chosen of it. Columns of a registration file become add-ons, too.
          </EmptyState>
        ) : (
          <>
            <div className={css.filters} role="group" aria-label="Filters">
              <SearchField label="Find an add-on or a person" value={search.q ?? ''} onChange={(q) => onSearch(without({ ...search, q: q || undefined }))} />
              <SelectField
                label="Race"
                hideLabel
                value={String(search.race ?? '')}
                options={[{ value: '', label: 'Every race' }, ...event.races.map((r) => ({ value: String(r.id), label: r.name }))]}
                onChange={(race) => onSearch(without({ ...search, race: Number(race) || undefined }))}
              />
            </div>
            <OrderTable lines={lines} open={open} onOpen={show} onEdit={(id) => setEditing(addOns.find((a) => a.id === id) ?? null)} />
          </>
        )}
      </section>
      {open ? (
        <WhoOrdered key={open.variant.variantId} event={event} line={open} onClose={() => show(undefined)} />
      ) : orders.length > 0 ? (
        <div className={css.hole}>
          <EmptyState title="Choose a line">It shows who ordered that.</EmptyState>
        </div>
      ) : null}
      {editing === null ? null : <AddOnDialog raceEventId={event.id} addOn={editing} orders={orders} onClose={() => setEditing(null)} />}
    </div>
  )
}

/** The search without what says nothing. */
function without(search: { [K in keyof OrdersSearch]?: OrdersSearch[K] | undefined }): OrdersSearch {
  return Object.fromEntries(Object.entries(search).filter(([, v]) => v !== undefined)) as OrdersSearch
}
