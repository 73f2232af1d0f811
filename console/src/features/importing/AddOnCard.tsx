import { Plus, Trash2, X } from 'lucide-react'
import type { AddOnChoice, AddOnColumn, ImportSheet } from '../../api/importing.ts'
import { mostSimilar } from '../../lib/similar.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { changed, columnChanged, deleted, free, joined, parted } from './addOns.ts'
import { columnName, type Choices } from './mapping.ts'
import { Picker } from './Picker.tsx'
import css from './addOns.module.css'

interface Props {
  sheet: ImportSheet
  choices: Choices
  addOn: AddOnChoice
  at: number
  /** It was just added: its name is typed first. */
  focus: boolean
  onChange: (how: (c: Choices) => Choices) => void
}

/** One add-on: its name, whether it is shown on registration, and a line for each column with its variant (ADDON-1). */
export function AddOnCard({ sheet, choices, addOn, at, focus, onChange }: Props) {
  const called = addOn.name.trim() || `add-on ${at + 1}`
  const columns = free(sheet, choices)
  const lines = (typed: string) => {
    const found = typed ? mostSimilar(columns, typed, columnName, 40) : columns
    return [{ title: '', items: found.map((c) => ({ id: String(c.index), label: columnName(c), detail: c.samples.filter(Boolean).slice(0, 3).join(', '), run: () => onChange((all) => joined(sheet, all, at, c.index)) })) }]
  }
  return (
    <section className={css.card} aria-label={`Add-on ${addOn.name.trim() || at + 1}`}>
      <div className={css.head}>
        <TextField label="Name" value={addOn.name} autoFocus={focus} autoComplete="off" onChange={(name) => onChange((c) => changed(c, at, { name }))} {...(addOn.name.trim() === '' ? { error: 'Give it a name.' } : {})} />
        <Checkbox isSelected={addOn.showOnReg} onChange={(showOnReg) => onChange((c) => changed(c, at, { showOnReg }))}>
          Show on registration
        </Checkbox>
        <Button look="quiet" icon={<Trash2 aria-hidden />} aria-label={`Delete ${called}`} onPress={() => onChange((c) => deleted(c, at))}>
          Delete
        </Button>
      </div>
      {addOn.columns.length > 0 ? (
        <ul className={css.columns}>
          {addOn.columns.map((x) => (
            <Line key={x.index} x={x} sheet={sheet} at={at} onChange={onChange} />
          ))}
        </ul>
      ) : (
        <p className={css.none}>No column yet. An add-on without columns is left out.</p>
      )}
      {columns.length > 0 ? (
        <div>
          <Picker label={`Column for ${called}`} placeholder="Find a column" look="quiet" icon={<Plus aria-hidden />} groups={lines}>
            Add a column
          </Picker>
        </div>
      ) : null}
    </section>
  )
}

function Line({ x, sheet, at, onChange }: { x: AddOnColumn; sheet: ImportSheet } & Pick<Props, 'at' | 'onChange'>) {
  const column = sheet.columns[x.index]!
  const name = columnName(column)
  return (
    <li className={css.line}>
      <span className={css.column}>
        {name}
        <span className={css.samples}>{column.samples.filter(Boolean).slice(0, 4).join(' · ') || 'blank'}</span>
      </span>
      <TextField label={`Variant of ${name}`} hideLabel placeholder="Variant" value={x.variant} autoComplete="off" onChange={(variant) => onChange((c) => columnChanged(c, at, x.index, { variant }))} />
      <Checkbox isSelected={x.uncountable} aria-label={`${name} is uncountable`} onChange={(uncountable) => onChange((c) => columnChanged(c, at, x.index, { uncountable }))}>
        Uncountable
      </Checkbox>
      <IconButton label={`Take ${name} out`} onPress={() => onChange((c) => parted(c, at, x.index))}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
