import { describe, expect, it } from 'vitest'
import type { Course } from '../../api/types.ts'
import { absolute, isArchive } from './address.ts'
import { decode, heightIn, project, zoomFor } from './elevation.ts'
import { grid } from './grid.ts'
import { arrange, grouped, type Label } from './labels.ts'
import { marks, placed, said } from './marks.ts'
import { range, roundStep, thin, ticks, unitsOf } from './profile.ts'
import { lightAt } from './sun.ts'
import { boundsOf, end, gradeAt, nearest, placeAt, widestGap } from '../../lib/track.ts'
import { kindOf, upload, type Progress } from './upload.ts'

/** A track along a parallel: so many points, a hundred race metres apart. */
function straight(points: number, more: Partial<Course> = {}, ele: (i: number) => number | null = (i) => i): Course {
  const coordinates = Array.from({ length: points }, (_, i) => {
    const e = ele(i)
    return e === null ? [10 + i * 0.001, 47] : [10 + i * 0.001, 47, e]
  })
  return {
    kind: 'gpx', name: 'Straight', points, length: (points - 1) * 100, scale: 1, ascent: 0, descent: 0, missingElevation: false,
    line: { type: 'LineString', coordinates }, along: coordinates.map((_, i) => i * 100), waypoints: [], notes: [], ...more,
  }
}

describe('a place along the course', () => {
  const track = straight(11)
  it('lies between its neighbours, in proportion', () => {
    const p = placeAt(track, 250)!
    expect(p.lon).toBeCloseTo(10.0025, 9)
    expect(p.lat).toBe(47)
    expect(p.ele).toBeCloseTo(2.5, 9)
  })
  it('is the point itself at a point, and the ends at the ends', () => {
    expect(placeAt(track, 300)).toEqual({ lon: 10.003, lat: 47, ele: 3 })
    expect(placeAt(track, 0)).toEqual({ lon: 10, lat: 47, ele: 0 })
    expect(placeAt(track, 1000)!.lon).toBeCloseTo(10.01, 9)
  })
  it('stands at the end a little beyond it, and is nowhere further on', () => {
    expect(placeAt(track, 1080)!.lon).toBeCloseTo(10.01, 9)
    expect([placeAt(track, 1200), placeAt(track, -1), placeAt(track, Number.NaN)]).toEqual([null, null, null])
  })
  it('goes round again in a looped race', () => expect(placeAt(track, 1250, true)).toEqual(placeAt(track, 250)))
  it('knows no height where none is said', () => {
    const flat = straight(3, {}, () => null)
    expect(placeAt(flat, 50)!.ele).toBeNull()
    expect(gradeAt(flat, 50)).toBeNull()
  })
  it('survives points that stand on each other', () => {
    const still = { ...straight(3), along: [0, 0, 100] }
    expect(placeAt(still, 0)!.lon).toBe(10)
    expect(placeAt(still, 50)!.lon).toBeCloseTo(10.0015, 9)
  })
})

describe('grade', () => {
  it('is rise over run on the ground, also where the race is longer than the track', () => {
    expect(gradeAt(straight(11, {}, (i) => i * 8), 500)).toBeCloseTo(0.08, 9)
    expect(gradeAt(straight(11, { scale: 1.1, along: Array.from({ length: 11 }, (_, i) => i * 110) }, (i) => i * 8), 550)).toBeCloseTo(0.08, 9)
  })
  it('falls downhill', () => expect(gradeAt(straight(11, {}, (i) => 100 - i * 5), 1000)).toBeCloseTo(-0.05, 9))
})

describe('nearest', () => {
  it('finds the distance beside the line', () => {
    const found = nearest(straight(11), 10.0042, 47.0005)
    expect(found.distance).toBeCloseTo(420, 6)
    expect(found.gap).toBeCloseTo(0.0005, 9)
  })
  it('stays on the way out or back where both run together', () => {
    const out = straight(11)
    const there = out.line.coordinates
    const back = there.toReversed().slice(1)
    const both = { ...out, line: { type: 'LineString' as const, coordinates: [...there, ...back] }, along: [...there, ...back].map((_, i) => i * 100) }
    expect(nearest(both, 10.004, 47, 350).distance).toBeCloseTo(400, 6)
    expect(nearest(both, 10.004, 47, 1550).distance).toBeCloseTo(1600, 6)
  })
})

it('knows bounds, end, and the widest stretch without a split', () => {
  expect(boundsOf(straight(11))).toEqual([10, 47, 10.01, 47])
  expect(end(straight(11))).toBe(1000)
  expect(widestGap([0, 300, 1000], 1000)).toBe(650)
  expect(widestGap([], 1000)).toBe(500)
})

describe('the profile', () => {
  it('shows every peak of a hundred thousand points in a few thousand', () => {
    const spike = straight(100_000, {}, (i) => (i === 54_321 ? 4000 : i === 12_345 ? -200 : 100))
    const points = thin(spike, 900)
    expect(points.length).toBeLessThanOrEqual(4 * 901)
    expect(range(points)).toEqual({ low: -200, high: 4000 })
    expect(points.map((p) => p.distance)).toEqual(points.map((p) => p.distance).toSorted((a, b) => a - b))
    expect(points[0]!.distance).toBe(0)
    expect(points.at(-1)!.distance).toBe(9_999_900)
  })
  it('keeps every point when there is room for all', () => expect(thin(straight(11), 500)).toHaveLength(11))
  it('is empty without heights', () => {
    expect(thin(straight(5, {}, () => null), 100)).toEqual([])
    expect(range([])).toBeNull()
  })
  it('has round ticks in kilometres and in miles', () => {
    expect(ticks(0, 100_000, 1000, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((k) => k * 1000))
    expect(ticks(0, 42_195, unitsOf(true).along, 6).map((t) => t / 1609.344)).toEqual([0, 5, 10, 15, 20, 25])
    expect(ticks(1420, 2460, 1, 4)).toEqual([1500, 2000])
    expect(ticks(0, 0, 1000, 5)).toEqual([])
  })
  it('steps by one, two, five and ten', () => expect([roundStep(100, 10), roundStep(90, 5), roundStep(9, 3), roundStep(0.9, 4)]).toEqual([10, 20, 5, 0.5]))
})

describe('words on the map', () => {
  const at = (key: string, x: number, y: number, more: Partial<Label> = {}): Label => ({ key, x, y, width: 60, height: 16, dot: 14, ...more })
  it('step aside for others, and are left out when no side is free', () => {
    const sides = arrange([at('a', 100, 100), at('b', 130, 100)])
    expect(sides.get('a')).not.toBe('right')
    expect(sides.get('b')).toBe('right')
    const crowd = Array.from({ length: 30 }, (_, i) => at(String(i), 100 + (i % 6) * 12, 100 + Math.floor(i / 6) * 12))
    expect([...arrange(crowd).values()].filter((s) => s === null).length).toBeGreaterThan(15)
  })
  it('never leave the frame, and show the chosen one in any case', () => {
    const frame = { left: 0, top: 0, right: 200, bottom: 200 }
    expect(arrange([at('edge', 190, 100)], frame).get('edge')).toBe('left')
    const crowd = [at('chosen', 100, 100, { must: true }), ...Array.from({ length: 9 }, (_, i) => at(`d${i}`, 60 + i * 10, 100, { dot: 40 }))]
    expect(arrange(crowd, frame).get('chosen')).not.toBeNull()
  })
  it('keep their side while it fits', () => expect(arrange([at('a', 100, 100, { side: 'above' })]).get('a')).toBe('above'))
  it('share a pin at one place', () => expect(grouped([{ lon: 10, lat: 47 }, { lon: 10.5, lat: 47 }, { lon: 10.0001, lat: 47 }]).map((g) => g.length)).toEqual([2, 1]))
})

describe('marks', () => {
  const splits = [{ key: 'f', name: 'Finish', distance: 1000 }, { key: 's', name: 'Start', distance: 0 }, { key: 'x', name: 'Beyond', distance: 5000 }]
  it('stand in the order of the course; what it does not reach has no place', () => {
    const all = placed(straight(11), splits, false)
    expect(all.map((s) => s.name)).toEqual(['Start', 'Finish', 'Beyond'])
    expect(all[2]!.place).toBeNull()
    expect(said(all[1]!, false)).toBe('Finish, 1.0 km, 10 m')
    expect(said(all[2]!, false)).toBe('Beyond, 5.0 km')
  })
  it('are splits, named places, and distances', () => {
    const track = straight(31, { waypoints: [{ name: 'Spring', lon: 10.02, lat: 47, distance: 2000, offRoute: 0 }] })
    const pins = marks(track, placed(track, splits, false), { selected: 'f', miles: false, color: '#123456' })
    expect(pins.filter((p) => p.kind === 'split').map((p) => [p.text, p.selected])).toEqual([['Start', false], ['Finish', true]])
    expect(pins.filter((p) => p.kind === 'waypoint').map((p) => p.text)).toEqual(['Spring'])
    expect(pins.filter((p) => p.kind === 'tick').map((p) => p.text)).toContain('3')
  })
})

describe('heights from terrain', () => {
  it('decode both encodings', () => {
    expect(decode(128 + 5, 156, 0, 'terrarium')).toBe(5 * 256 + 156)
    expect(decode(1, 134, 160, 'mapbox')).toBeCloseTo(0, 6)
  })
  it('lie between the four nearest pixels', () => {
    const tile = { size: 256, at: (x: number) => x }
    expect(heightIn(tile, 10.5 / 256, 0.5)).toBeCloseTo(10, 9)
    expect(heightIn(tile, 11 / 256, 0.5)).toBeCloseTo(10.5, 9)
    expect(heightIn(tile, 0, 0)).toBe(0)
  })
  it('know tiles, and take a coarser zoom for a long track', () => {
    expect(project(0, 0, 1)).toEqual([1, 1])
    expect(project(-180, 85.0511287798066, 0)[1]).toBeCloseTo(0, 3)
    const long = Float64Array.from({ length: 500 }, (_, i) => -10 + i * 0.05)
    expect(zoomFor(long, long.map(() => 47), 0, 13)).toBeLessThan(11)
    expect(zoomFor(Float64Array.of(10), Float64Array.of(47), 0, 12)).toBe(12)
  })
})

it('turns addresses of this server into whole ones and marks archives', () => {
  expect(isArchive('/maps/mesa.pmtiles')).toBe(true)
  expect(absolute('/maps/mesa.pmtiles')).toBe(`pmtiles://${location.origin}/maps/mesa.pmtiles`)
  expect(absolute('https://tiles.example/{z}/{x}/{y}.png')).toBe('https://tiles.example/{z}/{x}/{y}.png')
})

it('draws squares of the same size around the course', () => {
  const [first] = grid([10, 47, 10.2, 47.1]).features
  const lons = first!.geometry.coordinates.filter((l) => l[0]![0] === l[1]![0]).map((l) => l[0]![0]!)
  expect(lons.length).toBeGreaterThan(6)
  expect((lons[1]! - lons[0]!) * 111_319 * Math.cos((47.05 * Math.PI) / 180)).toBeCloseTo(10_000, 0)
})

it('lights the map from the sun by day and from the north-west by night', () => {
  const noon = lightAt(Date.UTC(2026, 5, 21, 11, 20), 10, 47)
  expect(noon.day).toBe(true)
  expect(Math.abs(noon.azimuth - 180)).toBeLessThan(8)
  expect(noon.altitude).toBe(62)
  expect(lightAt(Date.UTC(2026, 5, 21, 23), 10, 47)).toEqual({ azimuth: 315, altitude: 40, day: false })
})

describe('upload', () => {
  const say = async (file: File) => {
    const told: Progress[] = []
    const course = await upload(file, { distance: 1000, loop: false, setup: async () => undefined, signal: new AbortController().signal }, (p) => told.push(p))
    return { course, last: told.at(-1)! }
  }
  it('knows a file by how it begins', () => {
    expect(kindOf('\uFEFF{"type":"Feature"}')).toBe('GeoJSON')
    expect(kindOf('<?xml version="1.0"?>\n<gpx version="1.1">')).toBe('GPX')
    expect(kindOf('<?xml version="1.0"?><kml:kml xmlns:kml="x">')).toBe('KML')
    expect(kindOf('<html>')).toBeNull()
  })
  it('refuses other types by their name', async () => {
    const { course, last } = await say(new File(['x'], 'roster.csv'))
    expect(course).toBeNull()
    expect([last.word, last.alert, last.busy]).toEqual(['Failed', 'Unknown file type csv', false])
  })
  it('refuses more than 50 MB without sending it', async () => {
    const big = new File(['x'], 'big.gpx')
    Object.defineProperty(big, 'size', { value: 50 * 1024 * 1024 + 1 })
    const { last } = await say(big)
    expect(last.word).toBe('Failed')
    expect(last.alert).toMatch(/larger than 50 MB/)
  })
})
