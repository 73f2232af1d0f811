import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, whenSessionEnds } from '../api/http.ts'
import { followTheme } from '../lib/preferences.ts'
import { makeRouter } from './router.tsx'

// The only one. networkMode: a race office on a network without internet is "offline" to a browser, and must go on working.
const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (n) => Math.min(500 * 2 ** n, 5_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

const router = makeRouter(client)

whenSessionEnds(() => {
  const { pathname, href } = router.state.location
  if (!pathname.startsWith('/login')) void router.navigate({ to: '/login', search: { t: href } })
})

/** The console: one cache, one router. */
export function App() {
  useEffect(followTheme, [])
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
