import { useId, useState } from 'react'
import { mostSimilar } from '../lib/similar.ts'
import css from './Field.module.css'
import { Kbd } from './Kbd.tsx'
import { Suggest } from './Suggest.tsx'

export interface Option { id: string; label: string; detail?: string }

interface Props {
  label: string
  options: readonly Option[]
  /** What is in the field while nobody types: the label of what is chosen. */
  value: string
  onPick: (option: Option) => void
  /** Takes what was typed as it is, at alt+Enter. Without it only what is listed can be chosen. */
  onAccept?: (text: string) => void
  placeholder?: string
  error?: string
  isDisabled?: boolean
  autoFocus?: boolean
}

/** A field that suggests: the ten options most like what is typed, best first. Enter picks, alt+Enter takes the typed text (UI-14). */
export function Autocomplete({ label, options, value, onPick, onAccept, placeholder = '', error, isDisabled = false, autoFocus }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const items = mostSimilar(options, typed ?? '', (o) => o.label).map((o) => ({ id: o.id, label: o.label, detail: o.detail, run: () => onPick(o) }))
  const accept = (text: string) => {
    setTyped(null)
    if (text.trim() !== '') onAccept?.(text.trim())
  }
  return (
    <div className={css.field}>
      <span className={css.label} id={`${id}-label`}>
        {label}
      </span>
      <Suggest
        label={label}
        field={{ labelledBy: `${id}-label`, describedBy: error ? `${id}-error` : undefined, invalid: !!error, disabled: isDisabled }}
        placeholder={placeholder}
        text={typed ?? value}
        onText={setTyped}
        groups={[{ title: '', items }]}
        empty={onAccept ? 'Alt+Enter takes it as typed' : 'No Results'}
        open="focus"
        hint={onAccept && typed ? <Kbd keys="Alt Enter" /> : undefined}
        autoFocus={autoFocus}
        onAccept={onAccept ? accept : undefined}
        onDone={() => setTyped(null)}
      />
      {error ? (
        <span className={css.error} id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
