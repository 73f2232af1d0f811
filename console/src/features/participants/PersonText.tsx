import type { ReactNode } from 'react'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Edited } from './Edited.tsx'
import { usePerson } from './person.ts'
import type { PersonFields } from './personFields.ts'

type TextKey = { [K in keyof PersonFields]: PersonFields[K] extends string ? K : never }[keyof PersonFields]

interface Props {
  field: TextKey
  label: string
  hint?: ReactNode
  placeholder?: string
  /** Several lines. */
  long?: boolean
  wide?: boolean
  /** What the device should offer: a phone's number pad. */
  type?: 'text' | 'email' | 'tel'
  verbatim?: boolean
  autoFocus?: boolean
}

/** A text of a person. */
export function PersonText({ field, label, hint, placeholder, long = false, wide = false, type = 'text', verbatim = false, autoFocus = false }: Props) {
  const { shown, set, error } = usePerson()
  const common = { label, hint, value: shown[field], onChange: (value: string) => set(field, value), autoComplete: 'off', ...(error(field) ? { error: error(field)! } : {}) }
  return (
    <Edited field={field} wide={wide || long}>
      {long ? <TextArea {...common} /> : <TextField {...common} type={type} verbatim={verbatim} autoFocus={autoFocus} {...(placeholder ? { placeholder } : {})} />}
    </Edited>
  )
}
