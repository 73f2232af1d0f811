/** What stands on the map beside the line: splits, named places of the file, and a number every few kilometres or miles. Pure. */

import type { Course } from '../../api/types.ts'
import { distance as inUnits, distanceUnit, elevation, elevationUnit } from '../../lib/units.ts'
import { grouped } from './labels.ts'
import { ticks, unitsOf } from './profile.ts'
import type { Pin } from './pins.ts'
import { end, type Place, placeAt } from '../../lib/track.ts'

/** A split as the editor has it now; its place follows its distance. */
export interface MapSplit { key: string; name: string; distance: number }

/** A split with its place on the course; null when the course does not reach so far. */
export interface PlacedSplit extends MapSplit { place: Place | null }

/** Splits in the order of the course, each with its place. */
export function placed(course: Course | null, splits: readonly MapSplit[], isLoop: boolean): PlacedSplit[] {
  return splits.map((s) => ({ ...s, place: course ? placeAt(course, s.distance, isLoop) : null })).toSorted((a, b) => a.distance - b.distance)
}

/** "Cedar Spring, 21.4 km, 1,453 m". */
export function said(s: PlacedSplit, miles: boolean): string {
  const height = s.place?.ele
  const parts = [s.name || 'Split without a name', `${inUnits(s.distance, miles)} ${distanceUnit(miles)}`]
  if (height !== null && height !== undefined) parts.push(`${elevation(height, miles)} ${elevationUnit(miles)}`)
  return parts.join(', ')
}

interface Look { selected: string | null; miles: boolean; color: string }

const MOST_TICKS = 14

/** Everything that stands on the map. Splits at one place share a pin. */
export function marks(course: Course, splits: readonly PlacedSplit[], { selected, miles, color }: Look): Pin[] {
  const there = splits.flatMap((s) => (s.place ? [{ ...s, lon: s.place.lon, lat: s.place.lat }] : []))
  const groups = grouped(there)
  const pins = groups.map((group): Pin => {
    const [first] = group
    const on = group.find((s) => s.key === selected)
    return {
      id: `split-${first!.key}`,
      kind: 'split',
      lon: first!.lon,
      lat: first!.lat,
      text: group.map((s) => s.name || '–').join(' · '),
      title: group.map((s) => said(s, miles)).join('; '),
      keys: group.map((s) => s.key),
      selected: on !== undefined,
      color,
    }
  })
  const plain = (id: string, kind: 'tick' | 'waypoint', at: { lon: number; lat: number }, text: string): Pin => ({ id, kind, lon: at.lon, lat: at.lat, text, title: text, keys: [], selected: false, color })
  for (const [i, w] of course.waypoints.entries()) pins.push(plain(`waypoint-${i}`, 'waypoint', w, w.name))
  const unit = unitsOf(miles).along
  for (const d of ticks(0, end(course), unit, MOST_TICKS)) {
    const place = placeAt(course, d)
    if (d > 0 && place) pins.push(plain(`tick-${d}`, 'tick', place, inUnits(d, miles, d % unit < 1 || d % unit > unit - 1 ? 0 : 1)))
  }
  return pins
}
