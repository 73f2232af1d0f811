export function ParticipantScreen({ raceEventId, id }: { raceEventId: number; id: number }) {
  return (
    <p>
      {raceEventId} {id}
    </p>
  )
}
