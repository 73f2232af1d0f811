import css from './races.module.css'

/** Which splits get which event sources, as a small table. */
export function Given({ headings, rows }: { headings: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] }) {
  return (
    <table className={css.copied}>
      <thead>
        <tr>
          {headings.map((h) => (
            <th key={h} scope="col">
              {h}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.key}>
            {r.cells.map((c, i) => (
              <td key={headings[i]}>{c}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
