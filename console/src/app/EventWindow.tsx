import { lazy, Suspense } from 'react'
import EventEditor from '../features/events/EventEditor.tsx'
import type { RaceDetails as Details } from '../features/events/races.tsx'
import { View } from '../ui/ModalStack.tsx'

const RaceDetails = lazy(() => import('./RaceDetails.tsx'))

const raceDetails: Details = (props) => (
  <Suspense
    fallback={
      <View title={props.race?.name ?? 'New Race'} isLoading>
        {null}
      </View>
    }
  >
    <RaceDetails {...props} />
  </Suspense>
)

interface Props {
  eventId: number | null
  onCreated: (id: number) => void
  onClose: () => void
}

/** The event editor with the race editor that it opens: the two rooms do not know each other. */
export default function EventWindow(props: Props) {
  return <EventEditor {...props} RaceDetails={raceDetails} />
}
