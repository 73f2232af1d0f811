/** The dot on the map that shows the place under the crosshair of the profile, and the one that was chosen. */

import { type Map as MapLibre, Marker } from 'maplibre-gl'
import type { Course } from '../../api/types.ts'
import type { Cursor } from './cursor.ts'
import css from './map.module.css'
import { placeAt } from '../../lib/track.ts'

export class Dot {
  #stop: () => void
  #pointed: Marker
  #pinned: Marker

  constructor(private readonly map: MapLibre, private readonly cursor: Cursor, private readonly course: () => Course) {
    this.#pointed = dot(css.pointed!)
    this.#pinned = dot(css.pinned!)
    this.#stop = cursor.watch(this.#follow)
    this.#follow()
  }

  #follow = (): void => {
    const { distance, pinned } = this.cursor.get()
    this.#place(this.#pointed, distance)
    this.#place(this.#pinned, pinned)
  }

  #place(marker: Marker, distance: number | null): void {
    const place = distance === null ? null : placeAt(this.course(), distance)
    if (!place) marker.remove()
    else {
      marker.setLngLat([place.lon, place.lat])
      if (!marker.getElement().isConnected) marker.addTo(this.map)
    }
  }

  remove(): void {
    this.#stop()
    this.#pointed.remove()
    this.#pinned.remove()
  }
}

function dot(name: string): Marker {
  const element = document.createElement('span')
  element.className = name
  element.setAttribute('aria-hidden', 'true')
  return new Marker({ element, anchor: 'center', subpixelPositioning: true })
}
