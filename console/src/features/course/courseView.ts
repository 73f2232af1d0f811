/**
 * The map itself: MapLibre with its worker wired, the course on it, and the camera. Knows nothing of React; CourseMap.tsx
 * tells it what to show. It throws where the browser has no WebGL 2.
 */

import { AttributionControl, type GeoJSONSource, Map as MapLibre, type MapMouseEvent, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { Course } from '../../api/types.ts'
import type { MapColours } from './colours.ts'
import type { Cursor } from './cursor.ts'
import { grid } from './grid.ts'
import { Dot } from './dot.ts'
import { frame } from './frame.ts'
import type { Ground } from './ground.ts'
import { arrow, courseLayers, EMPTY, recolour, sky } from './layers.ts'
import { Pins } from './pins.ts'
import type { Light } from './sun.ts'
import { boundsOf, nearest, type Place, placeAt } from '../../lib/track.ts'

// MapLibre 6: without this the map stays blank under a bundler, and says nothing.
setWorkerUrl(workerUrl)

/** MAP-10. */
export const PITCH = 55
export const FIRST_ZOOM = 10.1
export const EXAGGERATION = 1.5
export const FOCUS_ZOOM = 15

/** How near to the course, in pixels, the pointer has to be to mean a place on it. */
const REACH = 28

interface Options {
  container: HTMLElement
  ground: Ground
  attribution: string
  colours: MapColours
  color: string
  course: Course
  cursor: Cursor
  miles: boolean
  onPress: (keys: string[]) => void
  onProblem: (text: string) => void
}

export class CourseView {
  readonly map: MapLibre
  readonly pins: Pins
  #course: Course
  #cursor: Cursor
  #dot: Dot
  #loaded = false
  #on: { plain: boolean; terrain: boolean }
  #colours: MapColours
  #color: string
  #light: Light | null = null
  #scale: ScaleControl
  #due = 0

  constructor(o: Options) {
    this.#course = o.course
    this.#cursor = o.cursor
    this.#colours = o.colours
    this.#color = o.color
    this.#on = { plain: o.ground.own && o.ground.style.layers.length === 1, terrain: o.ground.terrain !== null }
    const [west, south, east, north] = boundsOf(o.course)
    this.map = new MapLibre({
      container: o.container,
      style: o.ground.style,
      center: [(west + east) / 2, (south + north) / 2],
      zoom: FIRST_ZOOM,
      pitch: PITCH,
      maxPitch: 75,
      attributionControl: false,
      fadeDuration: 120,
    })
    this.map.addControl(new AttributionControl({ compact: false, ...(o.attribution ? { customAttribution: escaped(o.attribution) } : {}) }), 'bottom-right')
    this.#scale = new ScaleControl({ unit: o.miles ? 'imperial' : 'metric', maxWidth: 90 })
    this.map.addControl(this.#scale, 'bottom-left')
    this.map.on('error', (e) => this.#trouble(e.error, o))
    this.map.once('style.load', () => this.#furnish(o.ground))
    // Whoever looks from outside can tell that the map stands still and everything is drawn.
    this.map.on('movestart', () => delete o.container.dataset.idle)
    this.map.on('idle', () => (o.container.dataset.idle = ''))
    this.map.on('mousemove', this.#pointed)
    this.map.on('mouseout', () => this.#cursor.point(null))
    this.map.on('click', this.#clicked)
    this.pins = new Pins(this.map, o.onPress)
    this.#dot = new Dot(this.map, this.#cursor, () => this.#course)
  }

  #trouble(error: unknown, o: Options): void {
    // A tile that is not there is told once, by the line over the map; the console of the browser has the rest.
    const text = String((error as Error | undefined)?.message ?? error)
    o.container.dataset.error = text
    o.onProblem('Some of the map cannot be reached. The course itself is complete.')
  }

  // Puts the course onto the ground. The style has been read by now.
  #furnish(ground: Ground): void {
    const map = this.map
    const box = boundsOf(this.#course)
    if (this.#on.plain) map.addSource('net', { type: 'geojson', data: grid(box), tolerance: 0 })
    if (ground.terrain) {
      // one source for the terrain and a second for the hillshade, as MapLibre advises
      map.addSource('terrain', ground.terrain)
      map.addSource('shade', ground.terrain)
      map.setTerrain({ source: 'terrain', exaggeration: EXAGGERATION })
    }
    map.addSource('course', { type: 'geojson', data: EMPTY, tolerance: 0.4 })
    map.addImage('arrow', arrow(this.#colours, this.#color), { pixelRatio: 2 })
    const firstLine = map.getStyle().layers.find((l) => l.type === 'line' || l.type === 'symbol')?.id
    for (const layer of courseLayers(this.#colours, this.#color, this.#on)) map.addLayer(layer, layer.id === 'hillshade' ? firstLine : undefined)
    if (this.#on.terrain) map.setSky(sky(this.#colours))
    this.#loaded = true
    this.#draw()
    this.shine(this.#light)
    this.#fit(true)
  }

  #draw(): void {
    this.map.getSource<GeoJSONSource>('course')?.setData({ type: 'Feature', properties: {}, geometry: this.#course.line as GeoJSON.LineString })
  }

  /** Another track takes the place of the one that is shown. */
  show(course: Course): void {
    if (course === this.#course) return
    this.#course = course
    if (!this.#loaded) return
    this.map.getSource<GeoJSONSource>('net')?.setData(grid(boundsOf(course)))
    this.#draw()
    this.#fit()
  }

  /** The theme or the race's colour changed. */
  recolour(colours: MapColours, color: string): void {
    this.#colours = colours
    this.#color = color
    if (this.#loaded) recolour(this.map, colours, color, this.#on)
  }

  /** Where the light comes from (MAP-10: renewed every minute). */
  shine(light: Light | null): void {
    this.#light = light
    if (!light || !this.#loaded) return
    // MapLibre counts the polar angle from the zenith
    this.map.setLight({ anchor: 'map', position: [1.15, light.azimuth, 90 - light.altitude], intensity: light.day ? 0.5 : 0.25 })
    if (!this.#on.terrain) return
    this.map.setPaintProperty('hillshade', 'hillshade-illumination-direction', light.azimuth)
    this.map.setPaintProperty('hillshade', 'hillshade-illumination-altitude', light.altitude)
    this.map.setPaintProperty('hillshade', 'hillshade-exaggeration', light.day ? 0.45 : 0.3)
  }

  units(miles: boolean): void {
    this.#scale.setUnit(miles ? 'imperial' : 'metric')
  }

  /** The whole course, from the south and tilted, as at first. */
  showAll(): void {
    this.#fit()
  }

  // The view opens as MAP-10 says; from there it moves to where the course fills the map, be it five kilometres or a hundred.
  #fit(first = false): void {
    this.map.easeTo({ ...frame(this.map, this.#course, PITCH), duration: first ? 900 : 500 })
  }

  /** Flies to a split (MAP-10: zoom 15). */
  focus(place: Place): void {
    this.map.easeTo({ center: [place.lon, place.lat], zoom: FOCUS_ZOOM, pitch: PITCH, duration: 700 })
  }

  #at(e: MapMouseEvent): number | null {
    const found = nearest(this.#course, e.lngLat.lng, e.lngLat.lat, this.#cursor.get().distance)
    const place = placeAt(this.#course, found.distance)
    if (!place) return null
    const { x, y } = this.map.project([place.lon, place.lat])
    return Math.hypot(x - e.point.x, y - e.point.y) <= REACH ? found.distance : null
  }

  #pointed = (e: MapMouseEvent): void => {
    cancelAnimationFrame(this.#due)
    this.#due = requestAnimationFrame(() => {
      const distance = this.map.isMoving() ? null : this.#at(e)
      this.map.getCanvas().style.cursor = distance === null ? '' : 'crosshair'
      this.#cursor.point(distance)
    })
  }

  #clicked = (e: MapMouseEvent): void => {
    const distance = this.#at(e)
    this.#cursor.pin(distance)
  }

  remove(): void {
    cancelAnimationFrame(this.#due)
    this.#dot.remove()
    this.pins.remove()
    this.map.remove()
  }
}

function escaped(text: string): string {
  const p = document.createElement('p')
  p.textContent = text
  return p.innerHTML
}
