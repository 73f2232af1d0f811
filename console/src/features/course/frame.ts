/** The camera that shows a whole course: as large as it fits, tilted as the map is. */

import type { Map as MapLibre } from 'maplibre-gl'
import type { Course } from '../../api/types.ts'
import { boundsOf, flat } from '../../lib/track.ts'

export interface Camera { center: [number, number]; zoom: number; pitch: number; bearing: number }

// MapLibre fits the four corners as if one looked from straight above; a tilted view would leave half of the screen empty.
// So the course itself is measured on the screen, and the camera corrected until it fits. A few rounds are enough.
const ROUNDS = 12
const SAMPLES = 400
/** Nearer than this nothing more is to be seen of a short course. */
const NEAREST = 16

/** Finds the camera without anything being drawn: the map is back where it was before the next frame. */
export function frame(map: MapLibre, course: Course, pitch: number): Camera {
  const before = { center: map.getCenter(), zoom: map.getZoom(), pitch: map.getPitch(), bearing: map.getBearing() }
  const { clientWidth: wide, clientHeight: tall } = map.getContainer()
  const room = { left: Math.min(90, wide / 7), right: Math.min(110, wide / 6), top: Math.min(48, tall / 8), bottom: Math.min(56, tall / 7) }
  const start = map.cameraForBounds(boundsOf(course), { padding: 0, maxZoom: NEAREST, pitch, bearing: 0 })
  let camera: Camera = { center: [before.center.lng, before.center.lat], zoom: Math.min(start?.zoom ?? 10, NEAREST) - 1, pitch, bearing: 0 }
  if (start?.center) {
    const { lng, lat } = start.center as { lng: number; lat: number }
    camera.center = [lng, lat]
  }
  for (let i = 0; i < ROUNDS; i++) {
    map.jumpTo(camera)
    const box = onScreen(map, course)
    const more = Math.min((wide - room.left - room.right) / Math.max(1, box.right - box.left), (tall - room.top - room.bottom) / Math.max(1, box.bottom - box.top))
    // the middle of the course goes to the middle of the room that is left
    const x = (box.left + box.right) / 2 - (room.left + wide - room.right) / 2
    const y = (box.top + box.bottom) / 2 - (room.top + tall - room.bottom) / 2
    const { lng, lat } = map.unproject([wide / 2 + x, tall / 2 + y])
    camera = { ...camera, center: [lng, lat], zoom: Math.min(NEAREST, camera.zoom + Math.log2(more) * 0.7) }
  }
  map.jumpTo(before)
  return camera
}

function onScreen(map: MapLibre, course: Course): { left: number; right: number; top: number; bottom: number } {
  const { lon, lat } = flat(course)
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  const every = Math.max(1, Math.floor(lon.length / SAMPLES))
  for (let i = 0; i < lon.length; i += every) {
    const { x, y } = map.project([lon[i]!, lat[i]!])
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}
