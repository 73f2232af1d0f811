/** A draft as the partial body of a save: only what differs from what the server says. Pure. */

import { shown, type Draft } from './draft.ts'
import type { RaceView, RouteView, SplitView, WaveView } from './view.ts'

type Json = Record<string, unknown>

/** A body, and which part of the draft stands at each position of its lists: errors name positions. */
export interface Sent {
  body: Json
  splits: readonly string[]
  /** By the key of their split. */
  routes: Readonly<Record<string, readonly string[]>>
  waves: readonly string[]
  roaming: readonly string[]
}

const PLAIN = ['name', 'distance', 'maxPace', 'isLoop', 'isTimed', 'scoreByTeam', 'gunTime', 'prefixes', 'lpsDuration', 'color'] as const
const SHIRTS = ['strategy', 'disabled', 'unisex', 'wsizedown'] as const

/** What a save sends. A race that is new sends everything; parts that are new carry their key as `ephemeralId`. */
export function bodyOf(d: Draft): Sent {
  const now = shown(d)
  const all = d.raceId === null
  const body: Json = all ? { ephemeralId: 'NEW-race' } : {}
  for (const name of PLAIN) if (all || now[name] !== d.base[name]) body[name] = now[name]
  for (const name of ['startTime', 'cutoff'] as const) if (all || now[name] !== d.base[name]) body[name] = iso(now[name])
  const shirts = shirtsOf(d.base.shirts, now.shirts)
  if (shirts) body.shirtCounts = shirts
  if (d.track !== undefined) body.linestring = d.track === null ? null : d.track.line

  const routes: Record<string, readonly string[]> = {}
  // What goes comes first: numbers of waves and places of splits are free for what follows.
  const splits = [...removedOf(d, 'split'), ...now.splits.flatMap((s) => keyed(s.key, splitOf(d, s, routes)))]
  if (splits.length > 0) body.splits = splits.map((s) => s.json)

  const waves = [...removedOf(d, 'wave'), ...now.waves.flatMap((w) => keyed(w.key, waveOf(d, w)))]
  if (waves.length > 0) body.waves = { waves: waves.map((w) => w.json) }

  const roaming = roamingOf(d, now)
  if (roaming.length > 0) body.roamingEventRoutes = roaming.map((r) => r.json)
  const keys = (list: readonly Keyed[]) => list.map((x) => x.key)
  return { body, splits: keys(splits), routes, waves: keys(waves), roaming: keys(roaming) }
}

/** Whether there is anything to save. */
export function worthSaving(d: Draft): boolean {
  return Object.keys(bodyOf(d).body).length > 0
}

interface Keyed { key: string; json: Json }

function keyed(key: string, json: Json | null): Keyed[] {
  return json ? [{ key, json }] : []
}

function removedOf(d: Draft, kind: 'split' | 'wave'): Keyed[] {
  const keys = [...d.removed].filter((p) => p.startsWith(`${kind}/`)).map((p) => p.split('/')[1]!)
  return keys.map((key) => ({ key, json: { id: Number(key), action: 'remove' } }))
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

function shirtsOf(base: RaceView['shirts'], now: RaceView['shirts']): Json | null {
  const out: Json = {}
  for (const name of SHIRTS) if ((now[name] || '') !== (base[name] || '')) out[name] = now[name] || null
  const sizes: Json = {}
  for (const [size, n] of Object.entries(now.sizes ?? {})) if (n !== (base.sizes?.[size] ?? 0)) sizes[size] = n || null
  if (Object.keys(sizes).length > 0) out.sizes = sizes
  return Object.keys(out).length > 0 ? out : null
}

function changed<T extends object>(now: T, before: T | undefined, names: readonly (keyof T & string)[]): Json {
  const out: Json = {}
  for (const name of names) if (!before || now[name] !== before[name]) out[name] = now[name]
  return out
}

function splitOf(d: Draft, s: SplitView, routes: Record<string, readonly string[]>): Json | null {
  const before = d.base.splits.find((x) => x.key === s.key)
  const json = changed(s, before, ['name', 'distance', 'isPublic', 'crewAccessible', 'isTransitionPoint'])
  if (!before || s.cutoff !== before.cutoff) json.cutoff = iso(s.cutoff)
  const gone = [...d.removed].map((path) => path.split('/')).filter(([kind, split]) => kind === 'route' && split === s.key)
  const list: Keyed[] = gone.map(([, , route]) => ({ key: route!, json: { id: Number(route), action: 'remove' } }))
  list.push(...s.routes.flatMap((r) => keyed(r.key, routeOf(before, r))))
  if (list.length > 0) json.eventRoutes = list.map((x) => x.json)
  if (Object.keys(json).length === 0) return null
  routes[s.key] = list.map((x) => x.key)
  return before ? { id: s.id, ...json } : { ephemeralId: s.key, ...json }
}

function routeOf(split: SplitView | undefined, r: RouteView): Json | null {
  const before = split?.routes.find((x) => x.key === r.key)
  const json = changed(r, before, ['backup', 'deltaMs'])
  if (!before || r.sourceId !== before.sourceId) json.eventSourceId = r.sourceId
  if (Object.keys(json).length === 0) return null
  return before ? { id: r.id, ...json } : { ephemeralId: r.key, ...json }
}

function waveOf(d: Draft, w: WaveView): Json | null {
  const before = d.base.waves.find((x) => x.key === w.key)
  const json = changed(w, before, ['name'])
  if (!before || w.time !== before.time) json.time = iso(w.time)
  if (Object.keys(json).length === 0) return null
  return before ? { id: w.id, ...json } : { ephemeralId: w.key, ...json }
}

// in the order in which they can be done, so that a source may go from one entry to another.
function roamingOf(d: Draft, now: RaceView): Keyed[] {
  const out: Keyed[] = []
  for (const path of d.removed) {
    const [kind, key] = path.split('/')
    if (kind === 'roaming') out.push({ key: key!, json: { action: 'remove', id: Number(key) } })
  }
  for (const r of now.roaming) {
    const before = d.base.roaming.find((x) => x.key === r.key)
    if (!before) out.push({ key: r.key, json: { action: 'add', eventSourceId: r.sourceId } })
    else if (before.sourceId !== r.sourceId) out.push({ key: r.key, json: { action: 'change', id: r.id, eventSourceId: r.sourceId } })
  }
  return out
}

/**
 * The path of the draft that a server's error means, "" when it is none of the editor's. Fields name positions in the sent body,
 * and parts outside of it by name: "splits[2].distance", "splits[Aid 1].distance", "waves[0].time", "shirtCounts.sizes.xl".
 */
export function pathOfError(field: string, sent: Sent, now: RaceView): string {
  const text = field.replace(/^races\[\d+\]\./, '').replace(/^waves\.waves/, 'waves')
  const [, list, at, rest = ''] = /^(splits|waves|roamingEventRoutes|roamingESIDs|prefixes)\[([^\]]*)\]\.?(.*)$/.exec(text) ?? []
  const named = (keys: readonly string[], parts: readonly { key: string; name: string }[]) => keys[Number(at)] ?? parts.find((p) => p.name === at)?.key
  switch (list) {
    case 'splits': {
      const key = named(sent.splits, now.splits)
      if (!key) return ''
      const [, route, name = ''] = /^eventRoutes\[(\d+)\]\.?(.*)$/.exec(rest) ?? []
      if (route === undefined) return `split/${key}/${rest || 'name'}`
      return `route/${key}/${sent.routes[key]?.[Number(route)] ?? ''}/${name === 'deltaMs' || name === 'backup' ? name : 'sourceId'}`
    }
    case 'waves': {
      const key = named(sent.waves, now.waves)
      return key ? `wave/${key}/${rest === 'name' ? 'name' : 'time'}` : ''
    }
    case 'roamingEventRoutes':
    case 'roamingESIDs': {
      const key = sent.roaming[Number(at)]
      return key ? `roaming/${key}/sourceId` : ''
    }
    case 'prefixes':
      return `prefixes/${at}`
  }
  if (text.startsWith('shirtCounts')) return text.replace('shirtCounts', 'shirts').replaceAll('.', '/')
  if (text === 'linestring' || text === 'course') return 'course'
  return text in now ? text : ''
}

/** What of a draft no save can carry, by path: numbers that are none. Everything else is the server's to judge. */
export function unreadable(now: RaceView): Record<string, string> {
  const out: Record<string, string> = {}
  const number = (path: string, n: number, say: string) => {
    if (!Number.isFinite(n)) out[path] = say
  }
  number('distance', now.distance, 'Give the distance as a number of kilometres, such as 42.195.')
  number('lpsDuration', now.lpsDuration, 'Give the round as a number of minutes, or 0 for a race without rounds.')
  for (const s of now.splits) {
    number(`split/${s.key}/distance`, s.distance, 'Give the distance as a number of metres, such as 12500.')
    for (const r of s.routes) number(`route/${s.key}/${r.key}/deltaMs`, r.deltaMs, 'Give the delta as a number of seconds, such as -2.25.')
  }
  for (const [size, n] of Object.entries(now.shirts.sizes ?? {})) if (!Number.isInteger(n) || n < 0) out[`shirts/sizes/${size}`] = 'Give a whole number, 0 or more.'
  return out
}
