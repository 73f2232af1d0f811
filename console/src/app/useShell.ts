/** What every part of the shell needs to know: the active event, its people, and how to get somewhere. */

import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../api/http.ts'
import { queries } from '../api/queries.ts'
import { setPreference, usePreference } from '../lib/preferences.ts'

/** The active event, kept by id on this browser; a stored one that no longer exists is forgotten. */
export function useActiveEvent() {
  const [id] = usePreference('activeRaceEventId')
  const event = useQuery({ ...queries.event(id), enabled: id > 0 })
  const events = useQuery(queries.events())
  const gone = event.error instanceof ApiError && event.error.status === 404

  useEffect(() => {
    if (gone) setPreference('activeRaceEventId', 0)
  }, [gone])

  // With one event in the store there is nothing to choose.
  const only = events.data?.rows.length === 1 && events.data.next === null ? events.data.rows[0]!.id : 0
  useEffect(() => {
    if (id === 0 && only > 0) setPreference('activeRaceEventId', only)
  }, [id, only])

  return { id, event: id > 0 ? event.data : undefined }
}

/** Makes another event the active one and keeps the screen; a participant's details fall back to the list (NAV-11, A-15). */
export function useChooseEvent(): (id: number) => void {
  const router = useRouter()
  return (id) => {
    setPreference('activeRaceEventId', id)
    const screen = /^\/\d+\/([^/]+)/.exec(router.state.location.pathname)?.[1]
    if (screen) void router.navigate({ href: `/${id}/${screen}` })
  }
}

/** Goes to a path of the console. */
export function useGo(): (path: string) => void {
  const router = useRouter()
  return (path) => void router.navigate({ href: path })
}
