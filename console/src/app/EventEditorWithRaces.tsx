import { lazy, Suspense } from 'react'
import EventEditor from '../features/events/EventEditor.tsx'
import type { RaceDetails } from '../features/events/races.tsx'
import { View } from '../ui/ModalStack.tsx'

const RaceEditor = lazy(() => import('../features/races/RaceEditor.tsx'))
const MapTab = lazy(() => import('../features/course/MapTab.tsx'))

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
