/**
 * What lies under the course: the style of a map service, a PMTiles archive, terrain, or the plain ground of the theme.
 * Anything that cannot be had is left out and said; the course itself is always drawn.
 */

import { addProtocol, type RasterDEMSourceSpecification, type StyleSpecification } from 'maplibre-gl'
import type { MapSetup } from '../../api/types.ts'
import { absolute, isArchive } from './address.ts'
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
  if (setup.archive) addArchive(ground, setup, colours)
  return ground
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
  protocol ??= import('pmtiles').then(({ Protocol }) => addProtocol('pmtiles', new Protocol({ metadata: true }).tile))
  return protocol
}

// Archives of heights are named as terrain; this one is the ground itself.
function addArchive(ground: Ground, setup: MapSetup, colours: MapColours): void {
  const url = absolute(setup.archive)
  if (setup.archiveType === 'raster') {
    ground.style.sources.archive = { type: 'raster', url, tileSize: 256 }
    ground.style.layers.push({ id: 'archive', type: 'raster', source: 'archive' })
    return
  }
  ground.style.sources.archive = { type: 'vector', url }
  ground.style.layers.push(...archiveLayers(colours))
}
