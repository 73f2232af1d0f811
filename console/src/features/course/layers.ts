/** What is drawn of the course itself: the net of the plain ground, the hillshade, the line with its arrows. */

import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl'
import { NETS } from './grid.ts'
import type { MapColours } from './colours.ts'

export const EMPTY = { type: 'FeatureCollection' as const, features: [] }

/** Layers in the order in which they lie on each other. The hillshade is there only with terrain, the net only on plain ground. */
export function courseLayers(colours: MapColours, color: string, on: { plain: boolean; terrain: boolean }): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  return [
    ...(on.terrain ? [hillshade(colours)] : []),
    ...(on.plain
      ? NETS.map(
          ({ minzoom }, net): LayerSpecification => ({
            id: `net-${net}`,
            type: 'line',
            source: 'net',
            minzoom,
            filter: ['==', ['get', 'net'], net],
            paint: { 'line-color': colours.grid, 'line-width': net === 0 ? 1.5 : 1, 'line-opacity': net === 0 ? 1 : ['interpolate', ['linear'], ['zoom'], minzoom, 0, minzoom + 1.5, 0.8] },
          }),
        )
      : []),
    { id: 'course-case', type: 'line', source: 'course', layout: round, paint: { 'line-color': colours.case, 'line-width': byZoom(5, 8), 'line-opacity': 0.9 } },
    { id: 'course', type: 'line', source: 'course', layout: round, paint: { 'line-color': color, 'line-width': byZoom(2.75, 4.5) } },
    {
      id: 'arrows',
      type: 'symbol',
      source: 'course',
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 120,
        'icon-image': 'arrow',
        'icon-size': byZoom(0.6, 0.85),
        'icon-allow-overlap': true,
        'icon-rotation-alignment': 'map',
        'icon-pitch-alignment': 'viewport',
      },
    },
  ]
}

const byZoom = (far: number, near: number) => ['interpolate', ['linear'], ['zoom'], 9, far, 15, near] as ['interpolate', ['linear'], ['zoom'], number, number, number, number]

function hillshade(c: MapColours): LayerSpecification {
  return {
    id: 'hillshade',
    type: 'hillshade',
    source: 'shade',
    paint: { 'hillshade-exaggeration': 0.45, 'hillshade-illumination-anchor': 'map', 'hillshade-shadow-color': c.shade, 'hillshade-highlight-color': c.lit, 'hillshade-accent-color': c.shade },
  }
}

/** Draws all of it again in other colours, without loading anything. */
export function recolour(map: MapLibre, colours: MapColours, color: string, on: { plain: boolean; terrain: boolean }): void {
  for (const layer of courseLayers(colours, color, on)) {
    for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name as "line-color", value)
  }
  if (on.plain && map.getLayer('ground')) map.setPaintProperty('ground', 'background-color', colours.ground)
  map.updateImage('arrow', arrow(colours, color))
  map.setSky(sky(colours))
}

/** The sky behind a tilted map, in the theme's colours. */
export function sky(c: MapColours) {
  return { 'sky-color': c.sky, 'horizon-color': c.horizon, 'fog-color': c.horizon, 'sky-horizon-blend': 0.6, 'horizon-fog-blend': 0.6, 'fog-ground-blend': 0.85 }
}

const SIZE = 40

/** A chevron that points along the course, drawn here so that no picture has to be fetched. */
export function arrow(c: MapColours, color: string): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const g = canvas.getContext('2d', { willReadFrequently: true })!
  const path = new Path2D('M14 9 L26 20 L14 31')
  g.lineCap = 'round'
  g.lineJoin = 'round'
  for (const [style, width] of [[c.case, 15], [color, 7]] as const) {
    g.strokeStyle = style
    g.lineWidth = width
    g.stroke(path)
  }
  return g.getImageData(0, 0, SIZE, SIZE)
}
