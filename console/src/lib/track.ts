/**
 * Questions to a track: what lies at a distance, what is near a place, how steep it is. Distances are race metres, as the
 * server has put them into `along`; nothing here measures the earth.
 */

/** What is asked of a course: its line, the race metres at each of its points, and how many of those a metre of ground is. */
export interface Track {
  readonly line: { readonly coordinates: readonly (readonly number[])[] }
  readonly along: readonly number[]
  readonly scale: number
}

/** Where something is; `ele` is null when the height is not known. */
export interface Place { lon: number; lat: number; ele: number | null }

/** The same numbers side by side, so that a hundred thousand points are walked through in a millisecond. Unknown heights are NaN. */
interface Flat { lon: Float64Array; lat: Float64Array; ele: Float64Array; along: Float64Array; hasElevation: boolean }

const flats = new WeakMap<Track, Flat>()

export function flat(course: Track): Flat {
  let f = flats.get(course)
  if (f) return f
  const c = course.line.coordinates
  const n = Math.min(c.length, course.along.length)
  f = { lon: new Float64Array(n), lat: new Float64Array(n), ele: new Float64Array(n), along: Float64Array.from(course.along.slice(0, n)), hasElevation: false }
  for (let i = 0; i < n; i++) {
    const [lon, lat, ele] = c[i] as unknown as [number, number, number?]
    f.lon[i] = lon
    f.lat[i] = lat
    f.ele[i] = ele ?? Number.NaN
    if (ele !== undefined) f.hasElevation = true
  }
  flats.set(course, f)
  return f
}

/** Whether any height of the track is known. */
export function hasElevation(course: Track): boolean {
  return flat(course).hasElevation
}

/** Race metres at the end of the track. */
export function end(course: Track): number {
  const { along } = flat(course)
  return along[along.length - 1] ?? 0
}

/** The first point at or beyond a distance. */
export function indexAt(along: Float64Array, metres: number): number {
  let low = 0
  let high = along.length - 1
  while (low < high) {
    const mid = (low + high) >> 1
    if (along[mid]! < metres) low = mid + 1
    else high = mid
  }
  return low
}

// A finish may be a little beyond the end of the track: it stands at the end.
const BEYOND = 1.1

/**
 * The place that lies some race metres along the course; null when the course does not reach so far. In a looped race
 * distances beyond the track go round again.
 */
export function placeAt(course: Track, metres: number, isLoop = false): Place | null {
  const f = flat(course)
  const last = end(course)
  let d = metres
  if (isLoop && last > 0 && d > last) d %= last
  if (!(d >= 0) || d > last * BEYOND || f.along.length === 0) return null
  const i = indexAt(f.along, d)
  const b = f.along[i]!
  const a = i > 0 ? f.along[i - 1]! : b
  const share = b > a ? Math.min(1, (d - a) / (b - a)) : 1
  const between = (v: Float64Array) => (i > 0 ? v[i - 1]! + (v[i]! - v[i - 1]!) * share : v[i]!)
  const ele = between(f.ele)
  return { lon: between(f.lon), lat: between(f.lat), ele: Number.isNaN(ele) ? null : ele }
}

/** West, south, east, north. */
export function boundsOf(course: Track): [number, number, number, number] {
  const f = flat(course)
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < f.lon.length; i++) {
    box[0] = Math.min(box[0], f.lon[i]!)
    box[1] = Math.min(box[1], f.lat[i]!)
    box[2] = Math.max(box[2], f.lon[i]!)
    box[3] = Math.max(box[3], f.lat[i]!)
  }
  return box
}

// A tenth of a thousandth of a degree, about ten metres, decides between two passages.
const TWIN = 0.0001

/**
 * The distance whose place is nearest on the screen's plane, and how far that is, in degrees of latitude. Where the course
 * passes twice, the passage nearest to `before` wins, so that a pointer that follows the line does not jump to the way back.
 */
export function nearest(course: Track, lon: number, lat: number, before: number | null = null): { distance: number; gap: number } {
  const f = flat(course)
  const east = Math.cos((lat * Math.PI) / 180)
  let best = { distance: 0, gap: Infinity }
  let bestCost = Infinity
  let limit = Infinity
  const reach = end(course) || 1
  for (let i = 0; i < f.lon.length; i++) {
    const j = Math.min(i + 1, f.lon.length - 1)
    const ax = (f.lon[i]! - lon) * east
    const ay = f.lat[i]! - lat
    const dx = (f.lon[j]! - f.lon[i]!) * east
    const dy = f.lat[j]! - f.lat[i]!
    const long = dx * dx + dy * dy
    const share = long > 0 ? Math.max(0, Math.min(1, -(ax * dx + ay * dy) / long)) : 0
    const x = ax + dx * share
    const y = ay + dy * share
    if (x * x + y * y > limit) continue
    const gap = Math.sqrt(x * x + y * y)
    const distance = f.along[i]! + (f.along[j]! - f.along[i]!) * share
    const cost = gap + (before === null ? 0 : (TWIN * Math.abs(distance - before)) / reach)
    if (cost >= bestCost) continue
    best = { distance, gap }
    bestCost = cost
    limit = (gap + TWIN) ** 2
  }
  return best
}

/** Rise over run around a distance, 0.08 for eight in a hundred; null where heights are unknown. */
export function gradeAt(course: Track, metres: number, over = 100): number | null {
  const from = Math.max(0, metres - over / 2)
  const to = Math.min(end(course), metres + over / 2)
  const a = placeAt(course, from)?.ele ?? null
  const b = placeAt(course, to)?.ele ?? null
  if (a === null || b === null || to - from < 1) return null
  // `along` is in race metres; heights are not scaled, so the run has to be taken back to metres of ground
  return (b - a) / ((to - from) / (course.scale > 0 ? course.scale : 1))
}

/** The middle of the longest stretch without a split: where a new one is most likely missing. */
export function widestGap(distances: readonly number[], total: number): number {
  const marks = [0, ...distances.filter((d) => d > 0 && d < total).toSorted((a, b) => a - b), total]
  let best = { at: total / 2, wide: 0 }
  for (let i = 1; i < marks.length; i++) {
    const wide = marks[i]! - marks[i - 1]!
    if (wide > best.wide) best = { at: marks[i - 1]! + wide / 2, wide }
  }
  return best.at
}
