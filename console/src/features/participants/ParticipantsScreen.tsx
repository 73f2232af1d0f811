import type { ReactNode } from 'react'

export function ParticipantsScreen({ raceEventId, children }: { raceEventId: number; children: ReactNode }) {
  return (
    <>
      <h1>Participants {raceEventId}</h1>
      {children}
    </>
  )
}
