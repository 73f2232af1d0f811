import { useQuery } from '@tanstack/react-query'
import { isNew } from '../../api/people.ts'
import { queries } from '../../api/queries.ts'
import { count } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePerson } from './person.ts'
import css from './person.module.css'

/** What somebody ordered with their entry: line items. */
export default function AddonsTab() {
  const { raceEventId, id } = usePerson()
  const items = useQuery({ ...queries.lineItems(raceEventId, Number(id)), enabled: !isNew(id) })
  if (items.error) {
    return (
      <EmptyState title="The orders could not be loaded" action={<Button onPress={() => void items.refetch()}>Try again</Button>}>
        {items.error.message}
      </EmptyState>
    )
  }
  if (!items.data) return <Skeleton rows={3} label="Loading the orders" />
  if (items.data.length === 0) return <EmptyState title="Nothing ordered">No add-on was sold with this entry. Orders come with the registration file.</EmptyState>
  return (
    <table className={css.items}>
      <thead>
        <tr>
          <th scope="col">Add-on</th>
          <th scope="col">Choice</th>
          <th scope="col">Quantity</th>
        </tr>
      </thead>
      <tbody>
        {items.data.map((item) => (
          <tr key={item.id}>
            <th scope="row">{item.addon}</th>
            <td>{[item.variant, item.text].filter(Boolean).join(': ')}</td>
            <td>{count(item.quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
