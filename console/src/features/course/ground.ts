/**
 * What lies under the course: the style of a map service, a PMTiles archive, terrain, or the plain ground of the theme.
 * Anything that cannot be had is left out and said; the course itself is always drawn.
 */

import type { LayerSpecification, RasterDEMSourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapSetup } from '../../api/courses.ts'
import { archiveLayers } from './archive.ts'
import type { MapColours } from './colours.ts'

/** A style to start the map with, the terrain to put under it, and what could not be reached. */
export interface Ground { style: StyleSpecification; own: boolean; terrain: RasterDEMSourceSpecification | null; problem: string }

/** How long a map service may take before the course is drawn without it. */
const PATIENCE_MS = 8_000

const plain = (colours: MapColours): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': colours.ground } }],
})

/** What to draw under the course, as it is configured and as far as it can be reached. */
export async function groundOf(setup: MapSetup, colours: MapColours): Promise<Ground> {
  const ground: Ground = { style: plain(colours), own: true, terrain: terrainOf(setup), problem: '' }
  if (isArchive(setup.archive) || isArchive(setup.terrain) || setup.style.includes('pmtiles')) await readArchives()
  if (setup.style) {
    try {
      return { ...ground, style: await fetchStyle(setup.style), own: false }
    } catch {
      ground.problem = 'The map service does not answer. The course is drawn on plain ground.'
    }
  }
  if (setup.archive) {
    try {
      await addArchive(ground, setup, colours)
    } catch {
      ground.problem = 'The map archive cannot be read. The course is drawn on plain ground.'
    }
  }
  return ground
}

const isArchive = (url: string) => url.startsWith('pmtiles://') || /\.pmtiles($|\?)/.test(url)

/** An address as MapLibre wants it: absolute, and with pmtiles:// in front of an archive. */
export function absolute(url: string): string {
  const archive = isArchive(url)
  const bare = url.replace(/^pmtiles:\/\//, '')
  // braces are the places of z, x and y and must not be escaped
  const full = /^[a-z]+:\/\//i.test(bare) ? bare : `${location.origin}${bare.startsWith('/') ? '' : '/'}${bare}`
  return archive ? `pmtiles://${full}` : full
}

function terrainOf(setup: MapSetup): RasterDEMSourceSpecification | null {
  if (!setup.terrain) return null
  const url = absolute(setup.terrain)
  const where = url.includes('{z}') ? { tiles: [url], tileSize: 256, maxzoom: 13 } : { url, tileSize: 256 }
  return { type: 'raster-dem', encoding: setup.terrainEncoding || 'terrarium', ...where }
}

async function fetchStyle(url: string): Promise<StyleSpecification> {
  const answer = await fetch(absolute(url), { signal: AbortSignal.timeout(PATIENCE_MS), credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`the map service answered ${answer.status}`)
  return (await answer.json()) as StyleSpecification
}

let protocol: Promise<void> | null = null

// Loaded only by those who have an archive: everybody else is spared its seven kilobytes.
function readArchives(): Promise<void> {
  protocol ??= Promise.all([import('maplibre-gl'), import('pmtiles')]).then(([maplibre, pmtiles]) => maplibre.addProtocol('pmtiles', new pmtiles.Protocol({ metadata: true }).tile))
  return protocol
}

// The header of an archive says whether it holds vector tiles, pictures, or (by its metadata) heights.
async function addArchive(ground: Ground, setup: MapSetup, colours: MapColours): Promise<void> {
  const { PMTiles, TileType } = await import('pmtiles')
  const url = absolute(setup.archive)
  const archive = new PMTiles(url.replace(/^pmtiles:\/\//, ''))
  const header = await archive.getHeader()
  const about = (await archive.getMetadata()) as { encoding?: string; attribution?: string } | null
  const credit = about?.attribution ? { attribution: about.attribution } : {}
  if (header.tileType === TileType.Mvt) {
    ground.style.sources.archive = { type: 'vector', url, ...credit }
    ground.style.layers.push(...archiveLayers(colours))
    return
  }
  if (about?.encoding === 'terrarium' || about?.encoding === 'mapbox') {
    ground.terrain ??= { type: 'raster-dem', url, encoding: about.encoding, tileSize: 256 }
    return
  }
  ground.style.sources.archive = { type: 'raster', url, tileSize: 256, ...credit }
  ground.style.layers.push({ id: 'archive', type: 'raster', source: 'archive' } satisfies LayerSpecification)
}
