import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { queries } from '../../api/queries.ts'
import type { Participant } from '../../api/types.ts'
import { raceTime } from '../../lib/time.ts'
import { PersonPicker } from '../../ui/PersonPicker.tsx'
import { useLookup } from './useLookup.ts'

interface Props {
  raceEventId: number
  chosen: number | null
  onChoose: (id: number | null) => void
  pageSize?: number
  /** Who can be chosen, and in which order; everybody by bib without it. Must be the same function while it means the same. */
  pick?: (people: readonly Participant[]) => readonly Participant[]
  nobody?: ReactNode
}

const byBib = (people: readonly Participant[]) => people.toSorted((a, b) => bibNumber(a) - bibNumber(b) || a.bib.localeCompare(b.bib))

/** A bib as a number, for what is near it; those without one come last. */
export function bibNumber(p: { bib: string }): number {
  const n = Number.parseInt(p.bib.replace(/\D/g, ''), 10)
  return Number.isNaN(n) ? Number.MAX_SAFE_INTEGER : n
}

/** Chooses one of the event's people, as they are held. */
export function People({ raceEventId, chosen, onChoose, pageSize = 10, pick = byBib, nobody }: Props) {
  const look = useLookup(raceEventId)
  const rows = useQuery(queries.participants(raceEventId)).data?.rows
  const people = useMemo(() => pick(rows ?? []), [rows, pick])
  const words = (p: Participant) => {
    const race = look.race.get(p.raceId)
    return { detail: [race?.name, p.statusLabel].filter(Boolean).join(' · '), value: p.timeMs === null ? '' : raceTime(p.timeMs), color: race?.color ?? '' }
  }
  return <PersonPicker label="People" people={people} chosen={chosen} onChoose={onChoose} words={words} pageSize={pageSize} autoFocus nobody={nobody} />
}
