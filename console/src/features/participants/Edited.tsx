import type { ReactNode } from 'react'
import { Elsewhere } from '../../ui/Elsewhere.tsx'
import { usePerson } from './person.ts'
import type { PersonFields } from './personFields.ts'
import css from './person.module.css'

interface Props<K extends keyof PersonFields> {
  field: K
  wide?: boolean
  /** How a value reads, for the mark that somebody else changed it. */
  say?: (value: PersonFields[K]) => string
  children: ReactNode
}

/** A field of a person, with the mark that somebody else changed it meanwhile. */
export function Edited<K extends keyof PersonFields>({ field, wide = false, say = String, children }: Props<K>) {
  const { elsewhere, take, keep } = usePerson()
  return (
    <div className={`${css.cell} ${wide ? css.wide : ''}`}>
      {children}
      {field in elsewhere ? <Elsewhere theirs={say(elsewhere[field] as PersonFields[K])} onTake={() => take(field)} onKeep={() => keep(field)} /> : null}
    </div>
  )
}
