import type { Course } from '../../api/types.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rereadCourse } from '../../api/courses.ts'
import { queries } from '../../api/queries.ts'
import { type Progress, upload } from './upload.ts'

interface Wanted {
  eventId: number | null
  raceId: number | null
  distance: number
  isLoop: boolean
  /** undefined = as saved, null = removed. */
  track: Course | null | undefined
}

// The race for which a track was read: its distances are right for that one only.
const readFor = new WeakMap<Course, { distance: number; isLoop: boolean }>()

const SETTLE_MS = 300

/** The course as it would be saved now, measured for the race as it is in the editor now. */
export function useCourse({ eventId, raceId, distance, isLoop, track }: Wanted) {
  const asked = eventId !== null && raceId !== null && track === undefined
  const saved = useQuery({ ...queries.course(eventId ?? 0, raceId ?? 0), enabled: asked })
  const event = useQuery({ ...queries.event(eventId ?? 0), enabled: eventId !== null })
  const race = event.data?.races?.find((r) => r.id === raceId)
  const base = track === undefined ? (asked ? (saved.data ?? null) : null) : track
  const [fitted, setFitted] = useState<{ of: Course; distance: number; isLoop: boolean; course: Course } | null>(null)

  useEffect(() => {
    const was = base ? (readFor.get(base) ?? race) : undefined
    if (!base || !was || (was.distance === distance && was.isLoop === isLoop)) return undefined
    // somebody types a distance: one question when they are done
    const stop = new AbortController()
    const timer = setTimeout(() => {
      rereadCourse(base, distance, isLoop, stop.signal).then(
        (course) => setFitted({ of: base, distance, isLoop, course }),
        () => {}, // the places stay those of the old distance; saving measures again in any case
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [base, race, distance, isLoop])

  const fits = fitted?.of === base && fitted.distance === distance && fitted.isLoop === isLoop
  return { course: fits ? fitted.course : base, color: race?.color ?? '', waiting: asked && saved.isPending, error: asked ? saved.error : null, retry: () => void saved.refetch() }
}

/** Takes a file and says how far it is. A second file ends the first. */
export function useUpload(distance: number, isLoop: boolean, onTrack: (track: Course) => void) {
  const client = useQueryClient()
  const setup = useQuery(queries.mapSetup())
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const take = async (file: File) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    // whoever drops a file at once does not go without heights because the map is still being asked for
    const heights = () => client.ensureQueryData(queries.mapSetup()).catch(() => undefined)
    // each word is shown, however quick the next step is
    const say = (p: Progress) => own.signal.aborted || flushSync(() => setProgress(p))
    const course = await upload(file, { distance, loop: isLoop, setup: heights, signal: own.signal }, say)
    if (!course || own.signal.aborted) return
    readFor.set(course, { distance, isLoop })
    onTrack(course)
  }
  return { take, progress, clear: () => setProgress(null), setup }
}
