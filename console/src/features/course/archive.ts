/** A quiet base map from a local archive in the Protomaps scheme: land, water, woods, roads, places. Colours of our theme only. */

import type { ExpressionSpecification, LayerSpecification, LineLayerSpecification } from 'maplibre-gl'
import type { MapColours } from './colours.ts'

const source = 'archive'

const byZoom = (...stops: number[]): ExpressionSpecification => ['interpolate', ['exponential', 1.5], ['zoom'], ...stops]

/** The layers of the archive, lowest first. Layers that the archive does not have draw nothing. */
export function archiveLayers(c: MapColours): LayerSpecification[] {
  return [
    { id: 'earth', type: 'fill', source, 'source-layer': 'earth', paint: { 'fill-color': c.ground } },
    { id: 'green', type: 'fill', source, 'source-layer': 'landuse', filter: ['match', ['get', 'kind'], ['forest', 'wood', 'park', 'nature_reserve', 'protected_area', 'national_park', 'grass', 'meadow'], true, false], paint: { 'fill-color': c.green } },
    { id: 'water', type: 'fill', source, 'source-layer': 'water', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': c.water } },
    line('rivers', 'water', ['==', ['geometry-type'], 'LineString'], c.water, byZoom(9, 0.5, 15, 3)),
    { id: 'buildings', type: 'fill', source, 'source-layer': 'buildings', minzoom: 14, paint: { 'fill-color': c.building } },
    line('paths', 'roads', ['match', ['get', 'kind'], ['path', 'other'], true, false], c.road, byZoom(12, 0.5, 16, 1.5), [3, 2]),
    line('roads', 'roads', ['match', ['get', 'kind'], ['minor_road', 'medium_road'], true, false], c.road, byZoom(10, 0.4, 16, 4)),
    line('highways', 'roads', ['match', ['get', 'kind'], ['major_road', 'highway'], true, false], c.road, byZoom(7, 0.6, 16, 7)),
    line('borders', 'boundaries', ['literal', true], c.border, 1, [4, 3]),
    {
      id: 'places',
      type: 'symbol',
      source,
      'source-layer': 'places',
      layout: { 'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']], 'text-font': ['sans-serif'], 'text-size': byZoom(6, 11, 14, 14), 'text-max-width': 8 },
      paint: { 'text-color': c.ink, 'text-halo-color': c.case, 'text-halo-width': 1.25 },
    },
  ]
}

function line(id: string, layer: string, filter: ExpressionSpecification, color: string, width: number | ExpressionSpecification, dashes?: number[]): LineLayerSpecification {
  return {
    id,
    type: 'line',
    source,
    'source-layer': layer,
    filter,
    layout: { 'line-cap': dashes ? 'butt' : 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width, ...(dashes ? { 'line-dasharray': dashes } : {}) },
  }
}
