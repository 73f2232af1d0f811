import { memo } from 'react'
import { ADD_ON, IGNORE, type ImportColumn, type ImportField, type ImportSheet } from '../../api/importing.ts'
import { Badge } from '../../ui/Status.tsx'
import { asAddOn } from './addOns.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { columnName, duplicates, fieldLabel, letters, withField, type Choices, type Duplicate } from './mapping.ts'
import { Preview } from './Preview.tsx'
import css from './columns.module.css'

interface Props {
  sheet: ImportSheet
  choices: Choices
  fields: readonly ImportField[]
  onChange: (how: (c: Choices) => Choices) => void
}

/** Every column of the file with what it holds, why, and what is in it (IMP-6, IMP-7); below it the first people (IMP-5). */
export function ColumnsTab({ sheet, choices, fields, onChange }: Props) {
  const same = duplicates(sheet, choices.fields)
  const holder = (field: string) => {
    const at = choices.fields.indexOf(field)
    return at < 0 ? undefined : columnName(sheet.columns[at]!)
  }
  const pick = (index: number, field: string) => onChange((c) => (field === ADD_ON ? asAddOn(sheet, c, index) : withField(c, index, field)))
  return (
    <div className={css.tab}>
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Columns of the file">
        <table className={css.columns}>
          <thead>
            <tr>
              <th scope="col" className={css.place}>
                <span className="said">Place</span>
              </th>
              <th scope="col" className={css.header}>
                Column
              </th>
              <th scope="col" className={css.holds}>
                Holds
              </th>
              <th scope="col" className={css.why}>
                Recognised by
              </th>
              <th scope="col">In it</th>
            </tr>
          </thead>
          <tbody>
            {sheet.columns.map((column, i) => (
              <tr key={column.index} data-ignored={choices.fields[i] === IGNORE || undefined}>
                <td className={css.place}>{letters(column.index)}</td>
                <th scope="row">{columnName(column)}</th>
                <td className={css.holds}>
                  <FieldPicker column={columnName(column)} field={choices.fields[i] ?? IGNORE} fields={fields} holder={holder} onPick={(field) => pick(i, field)} />
                </td>
                <td className={css.why}>
                  <Why sheet={sheet} column={column} choices={choices} fields={fields} same={same.get(i)} />
                </td>
                <td className={css.samples}>
                  <Samples texts={column.samples} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Preview sheet={sheet} choices={choices} fields={fields} />
    </div>
  )
}

interface WhyProps { sheet: ImportSheet; column: ImportColumn; choices: Choices; fields: readonly ImportField[]; same: Duplicate | undefined }

/** By what a column was recognised; or with which other column it quarrels. */
function Why({ sheet, column, choices, fields, same }: WhyProps) {
  const field = choices.fields[column.index] ?? IGNORE
  if (same) {
    const counts = same.counts === column.index
    const other = columnName(sheet.columns[counts ? same.others[0]! : same.counts]!)
    return (
      <span className={css.duplicate}>
        <Badge state="warn">Duplicate</Badge> {counts ? `${other} is ${fieldLabel(fields, field)} too; this one counts` : `${other} is ${fieldLabel(fields, field)} and counts`}
      </span>
    )
  }
  if (field === ADD_ON) {
    const addOn = choices.addOns.find((a) => a.columns.some((x) => x.index === column.index))
    const variant = addOn?.columns.find((x) => x.index === column.index)?.variant
    return addOn ? [addOn.name || 'an add-on without a name', variant].filter(Boolean).join(': ') : 'belongs to no add-on yet'
  }
  if (field !== column.field) return 'chosen here'
  return column.why
}

const Samples = memo(function Samples({ texts }: { texts: readonly string[] }) {
  const shown = [...new Set(texts.map((t) => t.trim()).filter(Boolean))]
  if (shown.length === 0) return <span className={css.blank}>blank</span>
  return shown.map((t, i) => (
    // what is in the cells has no key of its own, and never changes
    // oxlint-disable-next-line react/no-array-index-key
    <span key={i} className={css.sample} title={t}>
      {t}
    </span>
  ))
})
