// The windows about crossings that other screens open too, and what each needs.

import type { Proposal } from '../../api/crossings.ts'
import type { Crossing, Participant } from '../../api/types.ts'

/** Edits a crossing; or enters one, from what is proposed or from nothing, for somebody or for whoever is chosen. */
export interface EditCrossingProps {
  raceEventId: number
  crossing?: Crossing
  proposal?: Proposal
  participantId?: number
}

export interface CrossingsProps {
  raceEventId: number
  crossings: readonly Crossing[]
}

export interface CrossingProps {
  raceEventId: number
  crossing: Crossing
}

export interface PersonProps {
  raceEventId: number
  participant: Participant
}

declare module '../../lib/windows.ts' {
  interface Windows {
    editCrossing: EditCrossingProps
    reassignCrossings: CrossingsProps
    voidCrossings: CrossingsProps
    insertLaps: CrossingProps
    whyCrossing: CrossingProps
    matchFinish: PersonProps
  }
}
