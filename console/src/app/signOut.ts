import type { QueryClient } from '@tanstack/react-query'
import { endSession } from '../api/actions.ts'
import { dropSession } from '../api/session.ts'

/** Forgets the session and everything that was shown with it, and goes to the sign-in screen. */
export function signOut(client: QueryClient, go: (path: string) => void): void {
  // Without an answer the cookie ends with its token; the session of this browser ends either way.
  endSession().catch(() => {})
  dropSession()
  client.clear()
  go('/login')
}
