/**
 * Heights from the map's terrain for a track that has none (MAP-3). The tiles are read here rather than asked of the map on
 * the screen, whose heights depend on what happens to be in view and on the exaggeration.
 */

import { rereadCourse } from '../../api/courses.ts'
import type { Course, MapSetup } from '../../api/types.ts'
import { absolute } from './address.ts'
import { flat } from '../../lib/track.ts'

/** A tile of heights in metres, row by row. */
export interface HeightTile { size: number; at: (x: number, y: number) => number }

/** The most tiles to fetch for one track: a long one is read from a coarser zoom. */
const MOST_TILES = 64
const MAX_ZOOM = 13

/** The same track with heights, measured again by the server; null when the terrain has none for it. */
export async function addElevation(course: Course, setup: MapSetup, race: { distance: number; loop: boolean; signal: AbortSignal }): Promise<Course | null> {
  const terrain = await open(setup, race.signal)
  const { lon, lat } = flat(course)
  const zoom = zoomFor(lon, lat, terrain.minzoom, terrain.maxzoom)
  const tiles = new Map<string, Promise<HeightTile | null>>()
  const tile = (x: number, y: number) => {
    const name = `${x}/${y}`
    if (!tiles.has(name)) tiles.set(name, terrain.tile(zoom, x, y).catch(() => null))
    return tiles.get(name)!
  }
  const coordinates: number[][] = []
  let known = 0
  for (let i = 0; i < lon.length; i++) {
    const [px, py] = project(lon[i]!, lat[i]!, zoom)
    const found = await tile(Math.floor(px), Math.floor(py))
    if (found) known++
    const ele = found ? heightIn(found, px % 1, py % 1) : null
    coordinates.push(ele === null ? [lon[i]!, lat[i]!] : [lon[i]!, lat[i]!, Math.round(ele * 10) / 10])
  }
  if (known === 0) return null
  const withHeights = await rereadCourse({ ...course, line: { ...course.line, coordinates } }, race.distance, race.loop, race.signal)
  return { ...withHeights, kind: course.kind, name: course.name, notes: course.notes }
}

/** A place in tiles of a zoom: 3.25 lies a quarter into the fourth tile from the west. */
export function project(lon: number, lat: number, zoom: number): [number, number] {
  const n = 2 ** zoom
  const s = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  return [((lon + 180) / 360) * n, (0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)) * n]
}

/** The finest zoom at which the track lies on no more than 64 tiles. */
export function zoomFor(lon: Float64Array, lat: Float64Array, minzoom: number, maxzoom: number): number {
  for (let zoom = Math.min(MAX_ZOOM, maxzoom); zoom > minzoom; zoom--) {
    const seen = new Set<string>()
    for (let i = 0; i < lon.length && seen.size <= MOST_TILES; i++) {
      const [x, y] = project(lon[i]!, lat[i]!, zoom)
      seen.add(`${Math.floor(x)}/${Math.floor(y)}`)
    }
    if (seen.size <= MOST_TILES) return zoom
  }
  return minzoom
}

/** The height at a place within a tile (0 … 1 from its north-west corner), between the four nearest pixels. */
export function heightIn(tile: HeightTile, fx: number, fy: number): number {
  const clamp = (v: number) => Math.max(0, Math.min(tile.size - 1, v))
  const x = fx * tile.size - 0.5
  const y = fy * tile.size - 0.5
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [dx, dy] = [x - x0, y - y0]
  const at = (i: number, j: number) => tile.at(clamp(i), clamp(j))
  const upper = at(x0, y0) * (1 - dx) + at(x0 + 1, y0) * dx
  const lower = at(x0, y0 + 1) * (1 - dx) + at(x0 + 1, y0 + 1) * dx
  return upper * (1 - dy) + lower * dy
}

/** The height that a pixel tells, in metres. */
export function decode(r: number, g: number, b: number, encoding: MapSetup['terrainEncoding']): number {
  return encoding === 'mapbox' ? -10_000 + (r * 65_536 + g * 256 + b) * 0.1 : r * 256 + g + b / 256 - 32_768
}

interface Terrain { minzoom: number; maxzoom: number; tile: (z: number, x: number, y: number) => Promise<HeightTile | null> }

// A template, a TileJSON document that names one, or an archive.
async function open(setup: MapSetup, signal: AbortSignal): Promise<Terrain> {
  const url = absolute(setup.terrain)
  if (url.startsWith('pmtiles://')) {
    const { PMTiles } = await import('pmtiles')
    const archive = new PMTiles(url.replace('pmtiles://', ''))
    const { minZoom, maxZoom } = await archive.getHeader()
    const tile = async (z: number, x: number, y: number) => {
      const found = await archive.getZxy(z, x, y, signal)
      return found ? heights(new Blob([found.data]), setup.terrainEncoding) : null
    }
    return { minzoom: minZoom, maxzoom: maxZoom, tile }
  }
  const about = url.includes('{z}') ? { tiles: [url] } : ((await (await fetch(url, { signal })).json()) as { tiles: string[]; minzoom?: number; maxzoom?: number })
  const template = about.tiles[0] ?? ''
  const tile = async (z: number, x: number, y: number) => {
    const answer = await fetch(absolute(template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))), { signal })
    return answer.ok ? heights(await answer.blob(), setup.terrainEncoding) : null
  }
  return { minzoom: 'minzoom' in about ? (about.minzoom ?? 0) : 0, maxzoom: 'maxzoom' in about ? (about.maxzoom ?? 12) : 12, tile }
}

async function heights(picture: Blob, encoding: MapSetup['terrainEncoding']): Promise<HeightTile> {
  // colours are numbers here: nothing may be corrected or premultiplied
  const bitmap = await createImageBitmap(picture, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const g = canvas.getContext('2d', { willReadFrequently: true })!
  g.drawImage(bitmap, 0, 0)
  const { data } = g.getImageData(0, 0, bitmap.width, bitmap.height)
  const size = bitmap.width
  bitmap.close()
  return { size, at: (x, y) => decode(data[(y * size + x) * 4]!, data[(y * size + x) * 4 + 1]!, data[(y * size + x) * 4 + 2]!, encoding) }
}
