import { IGNORE, type ImportField, type ImportSheet } from '../../api/importing.ts'
import { count } from '../../lib/units.ts'
import { columnName, duplicates, fieldLabel, type Choices } from './mapping.ts'
import css from './columns.module.css'

/** The first people of the file, as what their columns hold (IMP-5). */
export function Preview({ sheet, choices, fields }: { sheet: ImportSheet; choices: Choices; fields: readonly ImportField[] }) {
  const same = duplicates(sheet, choices.fields)
  const used = sheet.columns.filter((_, i) => choices.fields[i] !== IGNORE && (same.get(i)?.counts ?? i) === i)
  const more = sheet.rows - sheet.preview.length
  return (
    <section className={css.preview} aria-label="Preview">
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.wide} tabIndex={0} role="region" aria-label="The first rows">
        {used.length === 0 ? (
          <p className={css.none}>Every column is ignored.</p>
        ) : (
          <table className={css.rows}>
            <thead>
              <tr>
                {used.map((c) => (
                  <th key={c.index} scope="col" title={columnName(c)}>
                    {fieldLabel(fields, choices.fields[c.index]!)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sheet.preview.map((cells, row) => (
                // the rows of a file never change places
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={row}>
                  {used.map((c) => (
                    <td key={c.index} title={cells[c.index]}>
                      {cells[c.index]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {more > 0 ? <p className={css.more}>And {count(more)} more…</p> : null}
    </section>
  )
}
