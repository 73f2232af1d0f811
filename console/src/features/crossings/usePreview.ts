import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Try } from '../../api/crossings.ts'

/** Typing pauses this long before the server is asked what it would do. */
const SETTLE_MS = 250

/** Tries an action without storing anything, whenever what it is about changes. `about` must be null while there is nothing to try. */
export function usePreview<B, A>(name: string, about: B | null, tryOut: (about: B, t: Try) => Promise<A>) {
  const text = about === null ? null : JSON.stringify(about)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const asked = text === null ? null : settled
  const query = useQuery({
    queryKey: ['preview', name, asked],
    queryFn: ({ signal }) => tryOut(JSON.parse(asked!) as B, { dry: true, signal }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: 10_000,
  })
  return {
    acted: text === null ? undefined : query.data,
    loading: text !== null && (query.isFetching || settled !== text),
    error: asked === null || query.isFetching ? undefined : query.error?.message,
  }
}
