/** The walls of the console: who may import whom, and that what is generated is not out of date. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'

const src = join(process.cwd(), 'src')

function files(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })
}

/** Where a file of the console stands: "app", "ui" … or "features/home". */
function room(path: string): string {
  const [first, second] = relative(src, path).split('/')
  return first === 'features' ? `features/${second}` : first!.includes('.') ? 'root' : first!
}

// app sees everything; features see what is below them and nothing of each other.
const MAY: Record<string, string[]> = { ui: ['lib'], lib: [], api: ['live', 'lib'], live: ['api', 'lib'] }

function allowed(from: string, to: string): boolean {
  if (from === to || from === 'app' || from === 'root') return true
  if (from.startsWith('features/')) return ['ui', 'api', 'live', 'lib'].includes(to)
  return MAY[from]?.includes(to) ?? false
}

it('keeps the walls: app over features over ui, api, live and lib; features do not import each other', () => {
  const broken: string[] = []
  for (const file of files(src)) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = resolve(dirname(file), path!)
      if (!allowed(room(file), room(target))) broken.push(`${relative(src, file)} imports ${relative(src, target)}`)
    }
  }
  expect(broken).toEqual([])
})

it('has no barrel files and no style of its own in screens', () => {
  const barrels = files(src).filter((f) => /\/index\.tsx?$/.test(f))
  expect(barrels).toEqual([])
  const css = (dir: string): string[] => readdirSync(dir).flatMap((n) => (statSync(join(dir, n)).isDirectory() ? css(join(dir, n)) : n.endsWith('.css') ? [join(dir, n)] : []))
  const coloured = [...css(join(src, 'features')), ...css(join(src, 'app'))].filter((f) => /#[0-9a-f]{3,8}\b|rgba?\(|font-family:\s*['"]/i.test(readFileSync(f, 'utf8')))
  expect(coloured.map((f) => relative(src, f))).toEqual([])
})

it('has a schema made from the API description as it is now', async () => {
  const wanted = astToString(await openapiTS(new URL(`file://${join(process.cwd(), 'openapi.json')}`)))
  const body = (text: string) => text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, '').trim()
  expect(body(readFileSync(join(src, 'api/schema.d.ts'), 'utf8')) === body(wanted), 'run: npm run api').toBe(true)
}, 30_000)
