import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { keys } from '../../api/queries.ts'
import { createSource } from '../../api/races.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sourceName, useEditor } from './editor.ts'
import css from './races.module.css'

const NEW = 'new'

interface Props {
  label: string
  /** null: none yet; choosing adds one. */
  value: number | null
  /** What the empty choice says. */
  prompt?: string
  /** Sources that are not offered: they are there already. */
  taken: readonly number[]
  error: string | undefined
  onPick: (sourceId: number) => void
}

/** An event source from the list of id and name (SPLIT-5), or a new one that is made in place. */
export function SourcePicker({ label, value, prompt = '', taken, error, onPick }: Props) {
  const { sources } = useEditor()
  const [making, setMaking] = useState(false)
  if (making) {
    const made = (id: number | null) => {
      setMaking(false)
      if (id !== null) onPick(id)
    }
    return <NewSource onDone={made} />
  }
  const listed = sources.filter((s) => s.id === value || !taken.includes(s.id)).toSorted((a, b) => a.id - b.id)
  const gone = value !== null && !sources.some((s) => s.id === value) ? [{ value: String(value), label: sourceName(sources, value) }] : []
  return (
    <SelectField
      label={label}
      hideLabel
      value={value === null ? '' : String(value)}
      options={[...(value === null ? [{ value: '', label: prompt }] : []), ...gone, ...listed.map((s) => ({ value: String(s.id), label: sourceName(sources, s.id) })), { value: NEW, label: 'New Source…' }]}
      onChange={(v) => (v === NEW ? setMaking(true) : v !== '' && onPick(Number(v)))}
      error={error}
    />
  )
}

function NewSource({ onDone }: { onDone: (id: number | null) => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const make = async () => {
    setBusy(true)
    try {
      const { id } = await createSource(name)
      await client.invalidateQueries({ queryKey: keys.sources })
      onDone(id)
    } catch (e) {
      setFault((e as Error).message)
      setBusy(false)
    }
  }
  // Enter and Escape mean the new source here, not the race around it.
  const key = (e: KeyboardEvent) => {
    if (e.key !== 'Escape' && (e.key !== 'Enter' || (e.target as HTMLElement).closest('button'))) return
    e.preventDefault()
    e.stopPropagation()
    if (e.key === 'Escape') onDone(null)
    else if (!busy) void make()
  }
  return (
    <div className={css.newSource} onKeyDown={key} role="presentation">
      <TextField label="Name of the new source" hideLabel placeholder="Name of the new source" value={name} onChange={setName} error={fault} autoFocus />
      <Button look="primary" busy={busy} onPress={() => void make()}>
        Create
      </Button>
      <Button onPress={() => onDone(null)}>Cancel</Button>
    </div>
  )
}
