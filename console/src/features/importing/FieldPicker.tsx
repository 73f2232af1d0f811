import { ADD_ON, IGNORE, type ImportField } from '../../api/importing.ts'
import { fieldGroups, findFields, type FieldChoice } from './findFields.ts'
import { fieldLabel } from './mapping.ts'
import { Picker } from './Picker.tsx'

interface Props {
  /** The name of the column. */
  column: string
  field: string
  fields: readonly ImportField[]
  /** Which column holds a field already, by the name of the field. */
  holder: (field: string) => string | undefined
  onPick: (field: string) => void
}

/** What a column holds: Ignore, Add On or a known field (IMP-6), found by its words or by any header that means it. */
export function FieldPicker({ column, field, fields, holder, onPick }: Props) {
  const line = (c: FieldChoice) => {
    const held = c.field === field || c.field === IGNORE || c.field === ADD_ON ? undefined : holder(c.field)
    return { id: c.field, label: c.label, detail: held ? `is ${held}` : c.by, run: () => onPick(c.field) }
  }
  return (
    <Picker
      label={`Field of ${column}`}
      placeholder="Find a field"
      look={field === IGNORE ? 'quiet' : 'plain'}
      groups={(typed) => (typed ? [{ title: '', items: findFields(fields, typed).map(line) }] : fieldGroups(fields).map((g) => ({ title: g.title, items: g.items.map(line) })))}
    >
      {fieldLabel(fields, field)}
    </Picker>
  )
}
