import { createContext, use } from 'react'
import type { ParticipantDetail } from '../../api/types.ts'
import type { PersonFields } from './personFields.ts'
import type { Lookup } from './standing.ts'

/** A person as the tabs see them: what is saved, what was touched here, and what others did meanwhile. */
export interface Person {
  raceEventId: number
  /** A number, or a word beginning with NEW- for somebody who is not saved yet. */
  id: number | string
  /** Undefined for somebody new, and until the answer is there. */
  detail: ParticipantDetail | undefined
  look: Lookup
  shown: PersonFields
  changed: Partial<PersonFields>
  elsewhere: Partial<PersonFields>
  set: <K extends keyof PersonFields>(key: K, value: PersonFields[K]) => void
  take: (key: keyof PersonFields) => void
  keep: (key: keyof PersonFields) => void
  /** What was refused about a field. */
  error: (key: keyof PersonFields) => string | undefined
  /** A date is half filled in. */
  incomplete: (key: keyof PersonFields, on: boolean) => void
}

export const PersonContext = createContext<Person | null>(null)

/** The person around this component. */
export function usePerson(): Person {
  const person = use(PersonContext)
  if (!person) throw new Error('this belongs beside a person')
  return person
}
