/** The plain ground: a net of squares, so that a map without a map service still shows scale and movement. */

import type { Feature, FeatureCollection, MultiLineString } from 'geojson'

const METRES_PER_DEGREE = 111_319

/** Sides of the squares in metres, and the zoom from which each net is shown. */
export const NETS = [
  { side: 10_000, minzoom: 0 },
  { side: 1_000, minzoom: 11 },
  { side: 100, minzoom: 14.5 },
] as const

/** The nets around a course. Finer ones reach less far: whoever sees them has zoomed in on the course. */
export function grid([west, south, east, north]: readonly [number, number, number, number]): FeatureCollection<MultiLineString, { net: number }> {
  const lat = (south + north) / 2
  const perLat = METRES_PER_DEGREE
  const perLon = METRES_PER_DEGREE * Math.max(0.05, Math.cos((lat * Math.PI) / 180))
  const wide = (east - west) * perLon
  const tall = (north - south) * perLat
  const features = NETS.map(({ side }, net): Feature<MultiLineString, { net: number }> => {
    const reach = Math.min(side * 160, Math.max(wide, tall, side * 8) * (net === 0 ? 6 : 0.75))
    const x = steps((west + east) / 2, reach / perLon + (net === 0 ? 0 : (east - west) / 2), side / perLon)
    const y = steps(lat, reach / perLat + (net === 0 ? 0 : (north - south) / 2), side / perLat)
    const lines = [...x.map((v) => [[v, y[0]!], [v, y.at(-1)!]]), ...y.map((v) => [[x[0]!, v], [x.at(-1)!, v]])]
    return { type: 'Feature', properties: { net }, geometry: { type: 'MultiLineString', coordinates: lines } }
  })
  return { type: 'FeatureCollection', features }
}

// at most so many lines in each direction; a course a hundred kilometres long needs no net of a hundred metres at its far end
const MOST = 400

function steps(middle: number, reach: number, step: number): number[] {
  const each = Math.min(MOST / 2, Math.ceil(reach / step))
  const first = Math.round(middle / step) - each
  return Array.from({ length: 2 * each + 1 }, (_, i) => (first + i) * step)
}
