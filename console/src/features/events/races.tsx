/** Race details as the event editor opens them: they live in a room of their own, and the app says which they are. */

import { type ComponentType, createContext, use, useMemo } from 'react'
import type { Race, RaceEvent } from '../../api/types.ts'
import { useNavigation } from '../../ui/NavigationStack.tsx'

export type RaceDetails = ComponentType<{ event: RaceEvent | null; race: Race | null; saveEventFirst?: () => Promise<RaceEvent>; zone?: string; onDone: () => void }>

/** The event as it is now, for whoever lies above it. `saveEventFirst` is there while it is not saved. */
export interface Races {
  event: RaceEvent | null
  saveEventFirst: (() => Promise<RaceEvent>) | undefined
  /** The zone that times are typed in: the one chosen in the form, saved or not. */
  zone: string
  RaceDetails: RaceDetails
}

export const RacesContext = createContext<Races>({ event: null, zone: 'UTC', saveEventFirst: undefined, RaceDetails: () => null })

/** How to open the details of a race, null for a new one (EVT-6, EVT-11). */
export function useOpenRace(): (race: Race | null) => void {
  const { push } = useNavigation()
  return (race) => push({ name: 'race-details', wide: true, element: <RaceView race={race} /> })
}

// The race as it is now, also when somebody else saves it meanwhile.
function RaceView({ race }: { race: Race | null }) {
  const { event, zone, saveEventFirst, RaceDetails } = use(RacesContext)
  const { done } = useNavigation()
  const inZone = useMemo(() => event && { ...event, timezone: zone }, [event, zone])
  return <RaceDetails event={inZone} race={event?.races.find((r) => r.id === race?.id) ?? race} saveEventFirst={saveEventFirst} zone={zone} onDone={done} />
}
