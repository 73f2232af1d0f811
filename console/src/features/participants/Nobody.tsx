import { openWindow } from '../../lib/windows.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Why the list is empty, and the next step. */
export function Nobody({ any, raceEventId }: { any: boolean; raceEventId: number }) {
  return any ? (
    <EmptyState title="Nobody matches these filters">Take a filter away, or clear them all.</EmptyState>
  ) : (
    <EmptyState
      title="No participants yet"
      action={
        <Button look="primary" onPress={() => openWindow('importParticipants', { raceEventId })}>
          Import / Update Participants
        </Button>
      }
    >
      Add people one by one, or import the file of your registration system.
    </EmptyState>
  )
}

/** In place of a list that is not there yet, or could not be had. */
export function Waiting({ error, retry }: { error: Error | null; retry: () => void }) {
  if (!error) return <Skeleton rows={16} label="Loading participants" />
  return (
    <EmptyState title="The participants could not be loaded" action={<Button onPress={retry}>Try again</Button>}>
      {error.message}
    </EmptyState>
  )
}
