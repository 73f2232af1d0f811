import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Named, renamed, withoutNamed } from '../lib/named.ts'
import { Button, IconButton } from './Button.tsx'
import css from './NamedList.module.css'
import { TextField } from './TextField.tsx'

interface Props<T extends Named> {
  items: readonly T[]
  /** The one that is in use now. */
  current: T | undefined
  onApply: (item: T) => void
  onChange: (items: T[]) => void
  /** The label of the field for a new name, and what stands in it. */
  saveAs: string
  suggested?: string
  onSave: (name: string) => void
  /** Said when there are none. */
  empty: string
  /** Above the names: what can be chosen and has no name of its own. */
  children?: ReactNode
}

/** What is kept under names, inside a popover: taken with a press, renamed, deleted; and a line to keep what is set now. */
export function NamedList<T extends Named>({ items, current, onApply, onChange, saveAs, suggested = '', onSave, empty, children }: Props<T>) {
  const [name, setName] = useState(suggested)
  const [renaming, setRenaming] = useState<{ from: string; to: string } | null>(null)
  const rename = () => {
    if (renaming) onChange(renamed(items, renaming.from, renaming.to))
    setRenaming(null)
  }
  const save = () => {
    if (name.trim() !== '') onSave(name)
  }
  return (
    <div className={css.list}>
      {children}
      {items.length === 0 ? <p className={css.none}>{empty}</p> : null}
      {items.map((v) =>
        renaming?.from === v.name ? (
          <div key={v.name} className={css.item}>
            <div className={css.rename}>
              <TextField label={`New name of ${v.name}`} hideLabel autoFocus value={renaming.to} onChange={(to) => setRenaming({ ...renaming, to })} onKeyDown={(e) => (e.key === 'Enter' ? rename() : e.continuePropagation())} />
            </div>
            <Button onPress={rename}>Rename</Button>
          </div>
        ) : (
          <div key={v.name} className={css.item}>
            <Button look="quiet" onPress={() => onApply(v)} aria-current={v === current ? 'true' : undefined}>
              {v.name}
            </Button>
            <IconButton label={`Rename ${v.name}`} onPress={() => setRenaming({ from: v.name, to: v.name })}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={`Delete ${v.name}`} onPress={() => onChange(withoutNamed(items, v.name))}>
              <Trash2 aria-hidden />
            </IconButton>
          </div>
        ),
      )}
      <div className={css.save}>
        <TextField label={saveAs} value={name} onChange={setName} autoComplete="off" onKeyDown={(e) => (e.key === 'Enter' ? save() : e.continuePropagation())} />
        <Button look="primary" isDisabled={name.trim() === ''} onPress={save}>
          Save
        </Button>
      </div>
    </div>
  )
}
