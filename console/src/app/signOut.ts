import type { QueryClient } from '@tanstack/react-query'
import { dropSession } from '../api/session.ts'

/** Forgets the session and everything that was shown with it, and goes to the sign-in screen. */
export function signOut(client: QueryClient, go: (path: string) => void): void {
  dropSession()
  client.clear()
  go('/login')
}
