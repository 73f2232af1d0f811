import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries } from '../../api/queries.ts'
import { lookupOf, type Lookup } from './lookup.ts'

/** The event and the sources as they are held. */
export function useLookup(raceEventId: number): Lookup {
  const event = useQuery(queries.event(raceEventId)).data
  const sources = useQuery(queries.sources()).data
  return useMemo(() => lookupOf(event, sources?.rows ?? []), [event, sources])
}
