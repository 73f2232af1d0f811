import { Pencil } from 'lucide-react'
import { count } from '../../lib/units.ts'
import { IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Line, titleOf } from './list.ts'
import css from './orders.module.css'

interface Props {
  lines: readonly Line[]
  open: Line | undefined
  onOpen: (variant: number | undefined) => void
  onEdit: (addOn: number) => void
}

/** Every add-on with its variants and how many are ordered of each. */
export function OrderTable({ lines, open, onOpen, onEdit }: Props) {
  if (lines.length === 0) return <EmptyState title="Nothing matches">Neither an add-on nor somebody who ordered one is called like that.</EmptyState>
  const orders = [...new Set(lines.map((l) => l.order))]
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Add-on</th>
            <th scope="col">People</th>
            <th scope="col">Ordered</th>
          </tr>
        </thead>
        {orders.map((order) => (
          <tbody key={order.addOnId}>
            <tr className={css.addOn}>
              <th scope="rowgroup" colSpan={2}>
                <span className={css.name}>
                  <span>{order.name}</span>
                  <IconButton label={`Change ${order.name}`} onPress={() => onEdit(order.addOnId)}>
                    <Pencil aria-hidden />
                  </IconButton>
                  {order.showOnReg ? <span className={css.note}>on registration sheets</span> : null}
                </span>
              </th>
              <td>{count(order.total)}</td>
            </tr>
            {lines
              .filter((l) => l.order === order)
              .map((l) => (
                <Row key={l.variant.variantId} line={l} open={l === open} onOpen={onOpen} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Row({ line, open, onOpen }: { line: Line; open: boolean; onOpen: (variant: number | undefined) => void }) {
  const { order, variant } = line
  return (
    <tr data-open={open || undefined}>
      <th scope="row">
        <button type="button" className={css.choose} aria-label={titleOf(order, variant)} aria-expanded={open} onClick={() => onOpen(open ? undefined : variant.variantId)}>
          {variant.name || 'Ordered'}
        </button>
      </th>
      <td>{count(line.people.length)}</td>
      <td>{count(variant.quantity)}</td>
    </tr>
  )
}
