// The window about people that other screens open too, and what it needs.

import type { Participant } from '../../api/types.ts'

export interface StatusProps {
  raceEventId: number
  people: readonly Participant[]
}

declare module '../../lib/windows.ts' {
  interface Windows {
    setStatus: StatusProps
  }
}
