// The windows of the actions on a whole event.

import type { RaceEvent } from '../api/types.ts'

export interface EventProps {
  event: RaceEvent
}

declare module '../lib/windows.ts' {
  interface Windows {
    rescore: EventProps
    autoDNS: EventProps
    dropDowns: EventProps
    resetEvent: EventProps
    tracking: EventProps
  }
}
