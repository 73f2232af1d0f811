import { lazy, Suspense } from 'react'
import EventEditor from '../features/events/EventEditor.tsx'
import type { RaceDetails } from '../features/events/races.tsx'
import type { MapTab as MapTabProp } from '../features/races/RaceEditor.tsx'
import { View } from '../ui/ModalStack.tsx'

const RaceEditor = lazy(() => import('../features/races/RaceEditor.tsx'))
// The race editor keeps a loaded track without looking into it, and gives the map back only what the map gave it.
const MapTab = lazy(() => import('../features/course/MapTab.tsx')) as unknown as MapTabProp

interface Props {
  eventId: number | null
  onCreated: (id: number) => void
  onClose: () => void
}

/** The event editor, which opens the race editor, which shows the map: three rooms that do not know each other. */
export default function EventEditorWithRaces(props: Props) {
  return <EventEditor {...props} RaceDetails={WithMap} />
}

const WithMap: RaceDetails = (props) => (
  <Suspense
    fallback={
      <View title={props.race?.name ?? 'New Race'} isLoading>
        {null}
      </View>
    }
  >
    <RaceEditor {...props} MapTab={MapTab} />
  </Suspense>
)
