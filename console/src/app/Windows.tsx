import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import '../features/importing/windows.ts'
import '../features/participants/windows.ts'
import '../features/planners/windows.ts'
import { closeWindow, useAsked, type Windows as Known } from '../lib/windows.ts'

type Drawn<P> = P & { onClose: () => void }

// The one place that knows which component draws which window. The code of each is loaded when it is first asked for.
const WINDOWS: { [K in keyof Known]: LazyExoticComponent<ComponentType<Drawn<Known[K]>>> } = {
  editCrossing: lazy(() => import('../features/crossings/EditCrossing.tsx')),
  reassignCrossings: lazy(() => import('../features/crossings/ReassignDialog.tsx')),
  voidCrossings: lazy(() => import('../features/crossings/VoidDialog.tsx')),
  insertLaps: lazy(() => import('../features/crossings/InsertLapsDialog.tsx')),
  whyCrossing: lazy(() => import('../features/crossings/WhyDialog.tsx')),
  rescore: lazy(() => import('./RescoreDialog.tsx')),
  autoDNS: lazy(() => import('./AutoDNSDialog.tsx')),
  dropDowns: lazy(() => import('./DropDownsDialog.tsx')),
  tracking: lazy(() => import('./TrackingDialog.tsx')),
  resetEvent: lazy(() => import('./ResetDialog.tsx')),
  setStatus: lazy(() => import('../features/participants/StatusDialog.tsx')),
  importParticipants: lazy(() => import('../features/importing/ImportDialog.tsx')),
  bibPlanner: lazy(() => import('../features/planners/BibPlanner.tsx')),
  wavePlanner: lazy(() => import('../features/planners/WavePlanner.tsx')),
  matchFinish: lazy(() => import('../features/crossings/MatchFinishDialog.tsx')),
}

/** Draws whichever window some screen has asked for (lib/windows.ts). */
export function Windows() {
  const asked = useAsked()
  if (!asked) return null
  const Component = WINDOWS[asked.name] as unknown as ComponentType<Drawn<object>>
  return (
    <Suspense>
      <Component {...asked.props} onClose={closeWindow} />
    </Suspense>
  )
}
