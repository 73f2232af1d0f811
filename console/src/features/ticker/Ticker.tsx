export function Ticker({ raceEventId }: { raceEventId: number }) {
  return <p>{raceEventId}</p>
}
