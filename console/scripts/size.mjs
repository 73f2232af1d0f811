// Measures what a browser loads, gzip level 9, and fails over the budgets: first load (sign-in and shell) 190 kB,
// each lazy screen 60 kB on top of it, the map 450 kB with its worker. Fonts are counted apart: a browser keeps them for good.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const FIRST_KB = 190
const SCREEN_KB = 60
const MAP_KB = 450
const MAP = 'src/features/course/CourseMap.tsx'
const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
const sizes = new Map()

function gzip(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length)
  return sizes.get(file)
}

/** The scripts and styles that an entry needs before it can run. */
function needs(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const css of chunk.css ?? []) found.add(css)
  for (const other of chunk.imports ?? []) needs(other, found)
  return found
}

const sum = (files) => [...files].reduce((total, f) => total + gzip(f), 0) / 1000
const firstKeys = ['index.html', 'src/app/Shell.tsx', 'src/features/login/LoginScreen.tsx']
const first = new Set(firstKeys.flatMap((k) => [...needs(k)]))
let failed = report('first load: sign-in and shell', sum(first), FIRST_KB)

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || firstKeys.includes(key)) continue
  // What opens it is there already: a menu is loaded on top of the screen with its button.
  const openers = Object.entries(manifest).filter(([, c]) => c.dynamicImports?.includes(key))
  const there = openers.map(([k]) => needs(k)).reduce((a, b) => a.intersection?.(b) ?? new Set([...a].filter((f) => b.has(f))))
  const own = [...needs(key)].filter((f) => !first.has(f) && !there.has(f))
  // the map's worker is a file of its own that no manifest names
  if (key === MAP) own.push(...readdirSync(new URL('assets/', dist)).filter((f) => f.startsWith('maplibre-gl-worker')).map((f) => `assets/${f}`))
  failed = report(key.replace(/^src\//, ''), sum(own), key === MAP ? MAP_KB : SCREEN_KB) || failed
}
process.exitCode = failed ? 1 : 0

function report(name, kb, limit) {
  const over = kb > limit
  console.log(`${over ? 'OVER ' : '     '}${kb.toFixed(1).padStart(6)} / ${limit} kB  ${name}`)
  return over
}
