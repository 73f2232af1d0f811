/**
 * Splits, distances and named places as HTML over the map: crisp words in the theme's own type, buttons that a keyboard
 * reaches, and no fonts to be fetched. Words that would lie over others step aside (labels.ts).
 */

import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { arrange, type Label, type Side } from './labels.ts'
import css from './map.module.css'

/** One thing on the map. `keys` are the splits that it stands for; without any it cannot be pressed. */
export interface Pin { id: string; kind: 'split' | 'tick' | 'waypoint'; lon: number; lat: number; text: string; title: string; keys: string[]; selected: boolean; color: string }

interface Standing { pin: Pin; marker: Marker; words: HTMLElement; width: number; height: number; side: Side | null }

/** Words keep this far from the edge, and clear of the buttons at the top right. */
const EDGE = 4
const TOOLS = { width: 44, height: 132 }

const DOTS = { split: 16, tick: 8, waypoint: 10 }
const ORDER = { split: 0, waypoint: 1, tick: 2 }

export class Pins {
  #map: MapLibre
  #standing = new Map<string, Standing>()
  #due = 0

  constructor(map: MapLibre, private readonly onPress: (keys: string[]) => void) {
    this.#map = map
    map.on('move', this.#soon)
    map.on('resize', this.#soon)
    map.on('terrain', this.#soon)
  }

  /** Shows exactly these. What stays the same stays where it is, with the keyboard's focus if it has it. */
  show(pins: readonly Pin[]): void {
    const wanted = new Set(pins.map((p) => p.id))
    for (const [id, s] of this.#standing) {
      if (wanted.has(id)) continue
      s.marker.remove()
      this.#standing.delete(id)
    }
    for (const pin of pins) {
      const there = this.#standing.get(pin.id)
      if (there) this.#update(there, pin)
      else this.#standing.set(pin.id, this.#add(pin))
    }
    this.#soon()
  }

  #add(pin: Pin): Standing {
    const element = document.createElement(pin.keys.length > 0 ? 'button' : 'span')
    const words = document.createElement('span')
    const dot = document.createElement('i')
    element.append(dot, words)
    words.className = css.words!
    dot.className = css.dot!
    const marker = new Marker({ element, anchor: 'center', opacityWhenCovered: '0.35' }).setLngLat([pin.lon, pin.lat]).addTo(this.#map)
    const standing: Standing = { pin: { ...pin, text: '' }, marker, words, width: 0, height: 0, side: null }
    if (pin.keys.length > 0) {
      element.addEventListener('click', (e) => {
        e.stopPropagation()
        this.onPress(standing.pin.keys)
      })
    }
    this.#update(standing, pin)
    return standing
  }

  #update(s: Standing, pin: Pin): void {
    const element = s.marker.getElement()
    element.classList.add(css.pin!, css[pin.kind]!)
    element.style.setProperty('--color', pin.color)
    if (pin.keys.length > 0) {
      element.setAttribute('type', 'button')
      element.setAttribute('aria-pressed', String(pin.selected))
      element.setAttribute('aria-label', pin.title)
    } else element.setAttribute('aria-hidden', 'true')
    element.toggleAttribute('data-selected', pin.selected)
    if (pin.lon !== s.pin.lon || pin.lat !== s.pin.lat) s.marker.setLngLat([pin.lon, pin.lat])
    if (pin.text !== s.pin.text || pin.selected !== s.pin.selected) {
      s.words.textContent = pin.text
      s.words.style.width = ''
      // half pixels would blur the letters
      s.width = 2 * Math.ceil(s.words.getBoundingClientRect().width / 2)
      s.words.style.width = `${s.width}px`
      s.height = s.words.offsetHeight
    }
    s.pin = pin
  }

  #soon = (): void => {
    this.#due ||= requestAnimationFrame(() => {
      this.#due = 0
      this.#arrange()
    })
  }

  #arrange(): void {
    const { clientWidth: wide, clientHeight: tall } = this.#map.getContainer()
    const labels: (Label & { of: Standing })[] = []
    for (const s of this.#standing.values()) {
      const { x, y } = this.#map.project(s.marker.getLngLat())
      const outside = x < -8 || y < -8 || x > wide + 8 || y > tall + 8
      // what is out of sight must not take the focus: the browser would scroll it in and tear the map
      s.marker.getElement().toggleAttribute('data-outside', outside)
      if (!outside) labels.push({ key: s.pin.id, x, y, width: s.width, height: s.height, dot: DOTS[s.pin.kind], must: s.pin.selected, side: s.side, of: s })
    }
    labels.sort((a, b) => Number(b.of.pin.selected) - Number(a.of.pin.selected) || ORDER[a.of.pin.kind] - ORDER[b.of.pin.kind])
    const frame = { left: EDGE, top: EDGE, right: wide - EDGE, bottom: tall - EDGE }
    const sides = arrange(labels, frame, [{ left: wide - TOOLS.width, top: 0, right: wide, bottom: TOOLS.height }])
    for (const { key, of } of labels) {
      const side = sides.get(key) ?? null
      if (side !== of.side || !of.words.dataset.side) of.words.dataset.side = side ?? 'none'
      of.side = side
    }
  }

  remove(): void {
    cancelAnimationFrame(this.#due)
    this.#map.off('move', this.#soon)
    this.#map.off('resize', this.#soon)
    this.#map.off('terrain', this.#soon)
    for (const s of this.#standing.values()) s.marker.remove()
    this.#standing.clear()
  }
}
