/**
 * From a dropped file to a track: the words of MAP-5 while it goes, the alerts of ERR-7 … ERR-9 when it does not. The file is
 * understood by the server, with the same rules as `racectl race course`.
 */

import { readCourse } from '../../api/courses.ts'
import { ApiError } from '../../api/http.ts'
import type { Course, MapSetup } from '../../api/types.ts'
import { addElevation } from './elevation.ts'

/** MAP-5, to the letter. */
export type ProgressWord = 'Parsing...' | 'Processing GeoJSON...' | 'Processing GPX...' | 'Processing KML...' | 'Adding elevation data' | 'Set.' | 'Failed' | 'Failed to parse'

/** How far an upload is. `alert` says what is wrong and what to do; `warnings` is what a person should know all the same. */
export interface Progress { word: ProgressWord; busy: boolean; file: string; alert: string; warnings: readonly string[] }

/** MAP-2. */
export const EXTENSIONS = ['json', 'geojson', 'gpx', 'xml', 'kml'] as const

/** The largest file that the server takes. Checked before sending, because a browser that is refused in mid-upload hears no reason. */
export const MAX_BYTES = 50 * 1024 * 1024

const HEAD = 4096

/** What a file begins like, for the word that is shown while the server reads it; null when it is nothing that we know. */
export function kindOf(head: string): 'GPX' | 'KML' | 'GeoJSON' | null {
  const text = head.trimStart().replace(/^\uFEFF/, '')
  if (text.startsWith('{')) return 'GeoJSON'
  if (/<(?:\w+:)?gpx[\s>]/i.test(text)) return 'GPX'
  if (/<(?:\w+:)?kml[\s>]/i.test(text)) return 'KML'
  return null
}

interface Wanted { distance: number; loop: boolean; setup: () => Promise<MapSetup | undefined>; signal: AbortSignal }

/** Reads a track out of a file and says on the way how far it is; null when that failed, which has been said too. */
export async function upload(file: File, wanted: Wanted, say: (progress: Progress) => void): Promise<Course | null> {
  const tell = (word: ProgressWord, alert = '', warnings: readonly string[] = []) => say({ word, busy: word.endsWith('...') || word === 'Adding elevation data', file: file.name, alert, warnings })
  const type = file.name.includes('.') ? file.name.split('.').at(-1)!.toLowerCase() : file.name
  if (!(EXTENSIONS as readonly string[]).includes(type)) {
    tell('Failed', `Unknown file type ${type}`)
    return null
  }
  if (file.size > MAX_BYTES) {
    tell('Failed', `${file.name} is larger than 50 MB. Simplify the track and try again; nothing was changed.`)
    return null
  }
  try {
    tell('Parsing...')
    const kind = kindOf(await file.slice(0, HEAD).text())
    if (kind) tell(`Processing ${kind}...`)
    let course = await readCourse(file, wanted.distance, wanted.loop, wanted.signal)
    const setup = course.missingElevation ? await wanted.setup() : undefined
    if (setup?.terrain) {
      tell('Adding elevation data')
      // a track is a track, whether the service of heights can be reached or not
      course = (await addElevation(course, setup, wanted).catch(() => null)) ?? course
    }
    tell('Set.', '', warningsOf(course))
    return course
  } catch (error) {
    if (wanted.signal.aborted) return null
    const why = sentence(error)
    if (NO_LINE.test(why)) tell('Failed to parse', 'No GPX linestring found in file', [why])
    else tell(failed(error), why)
    return null
  }
}

// How the server begins to say that a file has no track; its sentence, which says what to do, goes below the words of ERR-8.
const NO_LINE = /^The file holds no line/i

function warningsOf(course: Course): string[] {
  const all = [...course.notes]
  if (course.missingElevation && !all.some((n) => n.startsWith('Unable to determine'))) all.push(`Unable to determine GPX information for ${course.kind}. Some features may be unavailable.`)
  return all
}

// A file that is no track is one thing; a server that cannot be reached, or a file that is too large, another.
function failed(error: unknown): ProgressWord {
  return error instanceof ApiError && (error.code === 'unreadable' || error.code === 'invalid') ? 'Failed to parse' : 'Failed'
}

function sentence(error: unknown): string {
  const text = error instanceof ApiError ? error.message : `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
