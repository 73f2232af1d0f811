import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Compass, TriangleAlert } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** A screen broke. Nothing on the server is touched by that; loading it again is the way on. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <EmptyState icon={<TriangleAlert />} title="This screen stopped working" action={<Button onPress={again}>Load it again</Button>}>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>Nothing that was saved is lost.</p>
    </EmptyState>
  )
}

/** The address leads nowhere. */
export function NotFoundScreen() {
  return (
    <EmptyState icon={<Compass />} title="There is nothing at this address" action={<Link to="/">Go to Home</Link>}>
      The event or person may have been removed, or the link is incomplete.
    </EmptyState>
  )
}
