import { type ComponentProps, lazy } from 'react'
import RaceEditor from '../features/races/RaceEditor.tsx'

const MapTab = lazy(() => import('../features/course/MapTab.tsx'))

/** The race editor with its map: the two rooms do not know each other. */
export default function RaceDetails(props: Omit<ComponentProps<typeof RaceEditor>, 'MapTab'>) {
  return <RaceEditor {...props} MapTab={MapTab} />
}
