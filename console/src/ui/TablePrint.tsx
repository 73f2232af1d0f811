import type { Column } from './tableColumns.ts'
import type { Identified, Ordered } from './tableOrder.ts'
import css from './Table.module.css'

/** More than this is a book, and a browser that lays out a book answers nobody for a minute. */
const MOST = 5_000

/** Every row in order, as paper wants it: a plain table whose head is repeated on each page. */
export function TablePrint<T extends Identified>({ label, order, columns }: { label: string; order: Ordered<T>; columns: readonly Column<T>[] }) {
  const rows = Array.from({ length: Math.min(order.length, MOST) }, (_, i) => order.at(i)!)
  return (
    <table className={css.print}>
      <caption className={order.length > MOST ? '' : 'said'}>{order.length > MOST ? `${label}: the first ${MOST} of ${order.length}. Filter the list to print the rest.` : label}</caption>
      <thead>
        <tr>
          {columns.map((c) => (
            <th key={c.id} scope="col" className={c.end ? css.end : ''}>
              {c.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((c) => (
              <td key={c.id} className={c.end ? css.end : ''}>
                {c.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
