/** The line on the map: reading a track file without saving it. The saved course and the map's set-up are in queries.ts. */

import { answer, api } from './http.ts'
import type { Course } from './types.ts'

/** Reads a track file (or a track in its GeoJSON) for a race of this length; nothing is saved. */
export function readCourse(file: Blob, distance: number, loop: boolean, signal?: AbortSignal): Promise<Course> {
  return answer(
    api.POST('/courses/read', {
      params: { query: { distance: distance > 0 ? distance : 0, loop } },
      headers: { 'Content-Type': 'application/octet-stream' },
      // the file goes out as it is, not as JSON
      body: file as unknown as string,
      bodySerializer: (raw) => raw,
      signal,
    }),
  )
}

/** Reads a track that was read before again, with other heights or for another distance of the race. */
export function rereadCourse(course: Course, distance: number, loop: boolean, signal?: AbortSignal): Promise<Course> {
  return readCourse(new Blob([JSON.stringify(course.line)]), distance, loop, signal)
}
