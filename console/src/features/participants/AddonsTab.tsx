import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { undoable } from '../../api/actions.ts'
import { type AddOn, addOnsQuery, lineItemsQuery, type OrderedItem, ordersChanged, saveLineItems } from '../../api/orders.ts'
import { isNew } from '../../api/people.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { ScreenGuard } from '../../ui/ScreenGuard.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { usePerson } from './person.ts'
import css from './addons.module.css'
import form from './person.module.css'

/** What somebody orders with their entry: line items. */
export default function AddonsTab() {
  const { raceEventId, id } = usePerson()
  const items = useQuery({ ...lineItemsQuery(raceEventId, Number(id)), enabled: !isNew(id) })
  const addOns = useQuery(addOnsQuery(raceEventId))
  if (isNew(id)) return <EmptyState title="Not saved yet">Add the person first; what they order comes after that.</EmptyState>
  const error = items.error ?? addOns.error
  if (error && !(items.data && addOns.data)) {
    return (
      <EmptyState title="The orders could not be loaded" action={<Button onPress={() => void Promise.all([items.refetch(), addOns.refetch()])}>Try again</Button>}>
        {error.message}
      </EmptyState>
    )
  }
  if (!items.data || !addOns.data) return <Skeleton rows={3} label="Loading the orders" />
  if (addOns.data.length === 0) return <EmptyState title="Nothing ordered">No add-on is sold with the entries. Make one on the screen Orders; the columns of a registration file become add-ons, too.</EmptyState>
  return <Orders raceEventId={raceEventId} id={id} saved={items.data} addOns={addOns.data} />
}

/** One line of the form. */
interface Line { variantId: number; addOnId: number; quantity: number; text: string }

interface Props { raceEventId: number; id: number; saved: readonly OrderedItem[]; addOns: readonly AddOn[] }

function Orders({ raceEventId, id, saved, addOns }: Props) {
  const client = useQueryClient()
  // Null while nothing is changed here: then the lines follow what others do.
  const [mine, setMine] = useState<readonly Line[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const now: readonly Line[] = saved.map(({ variantId, addOnId, quantity, text }) => ({ variantId, addOnId, quantity, text }))
  const lines = mine ?? now
  const dirty = mine !== null && JSON.stringify(mine) !== JSON.stringify(now)
  const wrong = lines.some((l) => !Number.isInteger(l.quantity) || l.quantity < 0)
  const change = (line: Line, to: Partial<Line>) => setMine(lines.map((l) => (l.variantId === line.variantId ? { ...l, ...to } : l)))
  const discard = () => {
    setMine(null)
    setRefusal('')
  }
  const save = async () => {
    if (busy || wrong) return
    setBusy(true)
    setRefusal('')
    try {
      const { now: items, editId } = await saveLineItems(raceEventId, id, lines)
      client.setQueryData(lineItemsQuery(raceEventId, id).queryKey, items)
      setMine(null)
      undoable(editId, 'Orders saved.')
      void ordersChanged(client, raceEventId)
    } catch (e) {
      const message = e instanceof Error ? e.message : String(e)
      setRefusal(message.charAt(0).toUpperCase() + message.slice(1))
    } finally {
      setBusy(false)
    }
  }
  const more = addOns.flatMap((a) => a.variants.filter((v) => !lines.some((l) => l.variantId === v.id)).map((v) => ({ value: String(v.id), label: v.name ? `${a.name} / ${v.name}` : a.name, addOnId: a.id })))
  return (
    <>
      <div className={css.orders}>
        {refusal ? <Notice state="bad">{refusal}</Notice> : null}
        {lines.length === 0 ? <p className={form.hint}>Nothing ordered yet.</p> : null}
        <ul className={css.lines}>
          {lines.map((l) => (
            <li key={l.variantId}>
              <Item line={l} title={titleOf(addOns, l)} onChange={(to) => change(l, to)} onRemove={() => setMine(lines.filter((x) => x.variantId !== l.variantId))} />
            </li>
          ))}
        </ul>
        {more.length > 0 ? (
          <SelectField
            label="Add to the order"
            value=""
            options={[{ value: '', label: 'Choose…' }, ...more]}
            onChange={(v) => {
              const chosen = more.find((m) => m.value === v)
              if (chosen) setMine([...lines, { variantId: Number(v), addOnId: chosen.addOnId, quantity: 1, text: '' }])
            }}
          />
        ) : null}
      </div>
      {dirty ? (
        <footer className={form.foot}>
          <p role="status">{wrong ? 'A quantity is a whole number.' : 'Not saved: orders'}</p>
          <Button onPress={discard}>Discard</Button>
          <Button look="primary" busy={busy} isDisabled={wrong} onPress={() => void save()}>
            Save orders
          </Button>
        </footer>
      ) : null}
      <ScreenGuard dirty={dirty} survives={(path) => path === `/${raceEventId}/participants/${id}/addons`} />
    </>
  )
}

function Item({ line, title, onChange, onRemove }: { line: Line; title: string; onChange: (to: Partial<Line>) => void; onRemove: () => void }) {
  return (
    <div className={css.line} role="group" aria-label={title}>
      <span className={css.what}>{title}</span>
      <NumberField label={`Quantity of ${title}`} hideLabel value={line.quantity} min={0} onChange={(quantity) => onChange({ quantity })} />
      <IconButton label={`Remove ${title}`} onPress={onRemove}>
        <X aria-hidden />
      </IconButton>
      <div className={css.answer}>
        <TextField label={`Answer for ${title}`} hideLabel placeholder="Answer" value={line.text} onChange={(text) => onChange({ text })} />
      </div>
    </div>
  )
}

function titleOf(addOns: readonly AddOn[], line: Line): string {
  const addOn = addOns.find((a) => a.id === line.addOnId)
  const variant = addOn?.variants.find((v) => v.id === line.variantId)
  return [addOn?.name ?? 'No longer sold', variant?.name].filter(Boolean).join(' / ')
}
