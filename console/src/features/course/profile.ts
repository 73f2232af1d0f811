/** The elevation profile as numbers: as many points as the screen can show, and where its ticks stand. */

import type { Course } from '../../api/types.ts'
import { METRES_PER_FOOT, METRES_PER_KM, METRES_PER_MILE } from '../../lib/units.ts'
import { flat } from '../../lib/track.ts'

/** A point of the profile: race metres and height in metres. */
export interface ProfilePoint { distance: number; ele: number }

/**
 * The profile in at most four points for each of `columns` pixel columns: where it enters, its lowest, its highest, where it
 * leaves. What is drawn looks the same as all points would. Empty when no height is known.
 */
export function thin(course: Course, columns: number): ProfilePoint[] {
  const { along, ele, hasElevation } = flat(course)
  const n = along.length
  if (!hasElevation || n === 0 || columns < 1) return []
  const step = (along[n - 1]! - along[0]!) / columns
  const points: ProfilePoint[] = []
  const push = (i: number) => points.push({ distance: along[i]!, ele: ele[i]! })
  let from = 0
  while (from < n) {
    const column = columnOf(along[from]!, along[0]!, step)
    let low = from
    let high = from
    let to = from
    for (; to < n && columnOf(along[to]!, along[0]!, step) === column; to++) {
      if (ele[to]! < ele[low]!) low = to
      if (ele[to]! > ele[high]!) high = to
    }
    for (const i of new Set([from, Math.min(low, high), Math.max(low, high), to - 1])) if (!Number.isNaN(ele[i]!)) push(i)
    from = to
  }
  return points
}

const columnOf = (d: number, first: number, step: number) => (step > 0 ? Math.floor((d - first) / step) : 0)

/** The lowest and highest height of the profile; null when there is none. */
export function range(points: readonly ProfilePoint[]): { low: number; high: number } | null {
  if (points.length === 0) return null
  let low = Infinity
  let high = -Infinity
  for (const p of points) {
    low = Math.min(low, p.ele)
    high = Math.max(high, p.ele)
  }
  return { low, high }
}

/** Round values between two metres, at most `most` of them, counted in a unit of so many metres: 0, 5, 10 … km or mi. */
export function ticks(from: number, to: number, unit: number, most: number): number[] {
  const step = roundStep((to - from) / unit, most)
  if (step === 0) return []
  const found: number[] = []
  // + 0 makes zero of minus zero
  for (let i = Math.ceil(from / unit / step - 1e-9) + 0; i * step * unit <= to + unit * 1e-6; i++) found.push(i * step * unit)
  return found
}

/** The smallest of 1, 2, 5, 10, 20 … (times any power of ten) that cuts a length into at most `most` pieces; 0 when there is none. */
export function roundStep(length: number, most: number): number {
  if (!(length > 0) || !(most >= 1)) return 0
  const power = 10 ** Math.floor(Math.log10(length / most))
  return [1, 2, 5, 10].map((m) => m * power).find((s) => length / s <= most + 1e-9) ?? power * 10
}

/** The metres of one unit of distance and of one unit of height. */
export function unitsOf(miles: boolean): { along: number; up: number } {
  return miles ? { along: METRES_PER_MILE, up: METRES_PER_FOOT } : { along: METRES_PER_KM, up: 1 }
}
