/** The colours of the theme as values, for WebGL and for nothing else; what the map draws follows the theme at once. */

import { useSyncExternalStore } from 'react'

const NAMES = ['ground', 'grid', 'case', 'ink', 'shade', 'lit', 'water', 'green', 'road', 'building', 'border', 'sky', 'horizon'] as const

/** The map's part of ui/tokens.css, and the accent for races without a colour. */
export type MapColours = Record<(typeof NAMES)[number] | 'accent', string>

let known: { theme: string; colours: MapColours } | null = null

/** The colours as they are now; the same object until the theme changes. */
export function mapColours(): MapColours {
  const theme = document.documentElement.dataset.theme ?? ''
  if (known?.theme === theme) return known.colours
  const style = getComputedStyle(document.documentElement)
  const value = (name: string) => style.getPropertyValue(name).trim()
  const colours = Object.fromEntries(NAMES.map((n) => [n, value(`--map-${n}`)])) as MapColours
  known = { theme, colours: { ...colours, accent: value('--accent') } }
  return known.colours
}

function watch(fn: () => void): () => void {
  const seen = new MutationObserver(fn)
  seen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => seen.disconnect()
}

/** The colours, renewed when the theme changes. */
export function useMapColours(): MapColours {
  return useSyncExternalStore(watch, mapColours)
}
