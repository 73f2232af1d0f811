export function HomeScreen({ raceEventId }: { raceEventId: number }) {
  return <h1>Home {raceEventId}</h1>
}
