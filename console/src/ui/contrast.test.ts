import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(process.cwd(), 'src/ui/tokens.css'), 'utf8')

function theme(name: string): Record<string, string> {
  const body = css.split(`[data-theme='${name}'] {`)[1]!.split('}')[0]!
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1]!, m[2]!]))
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function ratio(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (hi + 0.05) / (lo + 0.05)
}

const grounds = ['ground', 'surface', 'raised', 'sunken', 'hover', 'accent-soft', 'flash']
const pairs: [string, string][] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) => grounds.map((g): [string, string] => [ink, g])),
  ...['ground', 'surface', 'raised', 'sunken', 'hover'].flatMap((g) => ['accent', 'good', 'warn', 'bad'].map((i): [string, string] => [i, g])),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['accent', 'accent-soft'],
  ['bad-ink', 'bad'],
  ['good', 'good-soft'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['info', 'info-soft'],
  ['map-ink', 'map-ground'],
  ['map-ink', 'map-green'],
  ['map-ink', 'map-water'],
]

describe.each(['light', 'dark', 'night'])('contrast in %s', (name) => {
  const tokens = theme(name)
  it.each(pairs)('%s on %s is at least 4.5:1', (ink, ground) => {
    expect(ratio(tokens[ink]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5)
  })
})
