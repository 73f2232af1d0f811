import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { queries } from '../../api/queries.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import css from './races.module.css'

// RACE-8
const BLANK = '000000000000'

interface Props {
  value: readonly string[]
  onChange: (value: string[]) => void
  error: (i: number) => string | undefined
}

/** Beginnings of the chips that belong to this race: twelve hex characters each. */
export function Prefixes({ value, onChange, error }: Props) {
  const put = (i: number, text: string) => onChange(value.map((p, k) => (k === i ? text.replace(/[^0-9a-f]/gi, '').toUpperCase().slice(0, 12) : p)))
  // the ones offered are a setting of raced
  const offered = (useQuery(queries.defaults()).data?.prefixes ?? []).filter((p) => !value.includes(p))
  return (
    <div className={css.prefixes}>
      <span className={css.fieldLabel}>Prefixes</span>
      {value.length === 0 ? <p className={css.note}>None: chips of any kind are taken.</p> : null}
      {value.map((p, i) => (
        // Two rows may hold the same text while one of them is typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className={css.prefix} data-path={`prefixes/${i}`}>
          <TextField label={`Prefix ${i + 1}`} hideLabel verbatim value={p} onChange={(v) => put(i, v)} error={error(i)} />
          <IconButton label={`Remove prefix ${i + 1}`} onPress={() => onChange(value.filter((_, k) => k !== i))}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className={css.buttons}>
        <Button icon={<Plus aria-hidden />} onPress={() => onChange([...value, BLANK])}>
          Add Prefix
        </Button>
        {offered.map((p) => (
          <Button key={p} look="quiet" icon={<Plus aria-hidden />} onPress={() => onChange([...value, p])}>
            <span className="mono">{p}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}
