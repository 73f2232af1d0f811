/**
 * Keeps a map smooth under the hand on a computer that has to draw it without a graphics card: there the time of a frame is the number of
 * its pixels, so fewer are drawn while somebody moves the map, and all of them as soon as it stands. Where frames come in time, nothing changes.
 */

import type { Map as MapLibre } from 'maplibre-gl'

/** What a screen of 60 frames a second leaves for one. */
const FRAME_MS = 1000 / 60
/** Later than this on the whole, and frames miss their turn. */
const LATE_MS = 22
/** Fewer frames say nothing yet. */
const ENOUGH = 4
/** Coarser than this a map is no longer to be read. */
const COARSEST = 0.35

/**
 * How many pixels of each line the next move may draw, as a share of all (1 is sharp), from the share and the gaps between frames, in
 * milliseconds, of the last one. Drawing takes as long as there are pixels, and those go with the square.
 */
export function nextShare(share: number, gaps: number[]): number {
  if (gaps.length < ENOUGH) return share
  const gap = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!
  if (gap > LATE_MS) return Math.max(COARSEST, share * Math.sqrt(FRAME_MS / gap))
  // in time: a little sharper the next time, until it is late again
  return Math.min(1, share * 1.1)
}

/** Whether the browser says itself that it has no graphics card to draw with. */
function withoutCard(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext('webgl2')
  const names = gl?.getExtension('WEBGL_debug_renderer_info')
  return names != null && /swiftshader|llvmpipe|software|basic render/i.test(String(gl!.getParameter(names.UNMASKED_RENDERER_WEBGL)))
}

export class Pace {
  #map: MapLibre
  #box: HTMLElement
  #share: number
  #sharp = 0
  #gaps: number[] = []
  #last = 0

  constructor(map: MapLibre, box: HTMLElement) {
    this.#map = map
    this.#box = box
    this.#share = withoutCard(map.getCanvas()) ? 0.5 : 1
    map.on('movestart', this.#starts)
    map.on('render', this.#drawn)
    map.on('idle', this.#stands)
    // Before the map hears of it: another number of pixels ends a gesture that is under way.
    for (const type of ['pointerdown', 'wheel']) box.addEventListener(type, this.#taken, { capture: true, passive: true })
  }

  #starts = (): void => {
    this.#last = 0
  }

  #drawn = (): void => {
    const now = performance.now()
    if (this.#last && this.#map.isMoving()) this.#gaps.push(now - this.#last)
    this.#last = now
  }

  #taken = (): void => {
    if (this.#share === 1 || this.#sharp || this.#map.isMoving()) return
    this.#sharp = this.#map.getPixelRatio()
    this.#set(this.#sharp * this.#share)
  }

  #stands = (): void => {
    this.#share = nextShare(this.#share, this.#gaps)
    if (this.#gaps.length >= ENOUGH) this.#gaps = []
    if (!this.#sharp) return
    const sharp = this.#sharp
    this.#sharp = 0
    this.#set(sharp)
  }

  #set(ratio: number): void {
    this.#map.setPixelRatio(ratio)
    // at once: another size empties the canvas; and once more, so that it is told when everything is drawn
    this.#map.redraw().triggerRepaint()
  }

  remove(): void {
    for (const type of ['pointerdown', 'wheel']) this.#box.removeEventListener(type, this.#taken, { capture: true })
  }
}
