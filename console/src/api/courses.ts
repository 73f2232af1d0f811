/** The line on the map: what the server reads out of a track file, the saved course of a race, and where the map comes from. */

import { answer, api } from './http.ts'

/** A place of a course file that has a name. `distance` is in race metres, null when it is not on the route. */
export interface Waypoint { name: string; lon: number; lat: number; distance: number | null; offRoute: number }

/**
 * A track as the server has read it. `along` holds race metres, one per coordinate, already scaled to the race, so
 * that a place at a distance is found by interpolating in it. Coordinates are longitude, latitude and, when known, height.
 */
export interface Course {
  kind: 'gpx' | 'kml' | 'geojson'
  name: string
  points: number
  length: number
  scale: number
  ascent: number
  descent: number
  missingElevation: boolean
  line: { type: 'LineString'; coordinates: number[][] }
  along: number[]
  waypoints: Waypoint[]
  notes: string[]
}

/** Where the map comes from; everything empty is the plain ground. */
export interface MapSetup { style: string; terrain: string; terrainEncoding: 'terrarium' | 'mapbox'; archive: string; attribution: string }

/** Reads a track file for a race of this length without saving anything. */
export function readCourse(file: Blob, distance: number, loop: boolean): Promise<Course> {
  const call = api.POST('/courses/read' as never, {
    params: { query: { distance, loop } },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
    bodySerializer: (raw: unknown) => raw,
  } as never)
  return answer(call as never) as Promise<Course>
}
