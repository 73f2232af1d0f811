/**
 * What somebody changed in a race and has not saved. Pure: every edit makes a new draft. A draft is the race as the server says it is
 * now (`base`) and the edits on it, each with what the field held when it was touched. So fields that nobody touched here follow
 * what others save meanwhile, and a touched one that changed elsewhere is known (`elsewhere`). Start reading at `shown`.
 *
 * Fields go by paths: "name", "shirts/sizes/xl", "split/12/distance", "route/12/7/backup" (split, route), "wave/3/time",
 * "roaming/5/sourceId". Parts that are not saved have keys beginning "NEW-".
 */

import type { Course, Race } from '../../api/types.ts'
import { same } from '../../live/rows.ts'
import { BLANK, nearFinish, type RaceView, type RoamingView, type RouteView, type SplitView, viewOf, type WaveView } from './view.ts'

interface Touch { value: unknown; was: unknown }

interface Added {
  splits: readonly SplitView[]
  /** By the key of their split. */
  routes: Readonly<Record<string, readonly RouteView[]>>
  waves: readonly WaveView[]
  roaming: readonly RoamingView[]
}

export interface Draft {
  /** null for a race that is not saved yet. */
  readonly raceId: number | null
  readonly base: RaceView
  readonly touched: Readonly<Record<string, Touch>>
  readonly added: Added
  /** Parts that go with the next save: "split/12", "route/12/7", "wave/3", "roaming/5". */
  readonly removed: ReadonlySet<string>
  /** Whether a split keeps to the race distance, where that differs from what its distances say. */
  readonly follows: Readonly<Record<string, boolean>>
  /** Splits that the editor added itself and nobody has touched: they are no reason to ask before closing. */
  readonly own: ReadonlySet<string>
  readonly next: number
  /** The track that was loaded in this edit; null takes the saved one away, undefined leaves it. */
  readonly track: Course | null | undefined
  /** What others did that took edits away, in sentences. */
  readonly notes: readonly string[]
}

const isNew = (key: string) => key.startsWith('NEW-')

/** The draft of a race as its editor opens (RACE-16, RACE-17); null opens a new one. */
export function opened(race: Race | null): Draft {
  const draft: Draft = {
    raceId: race?.id ?? null,
    base: race ? viewOf(race) : BLANK,
    touched: {},
    added: { splits: [], routes: {}, waves: [], roaming: [] },
    removed: new Set(),
    follows: {},
    own: new Set(),
    next: 1,
    track: undefined,
    notes: [],
  }
  return withFinish(withStart(draft))
}

function withStart(d: Draft): Draft {
  const view = shown(d)
  if (view.isTimed || view.splits.some((s) => s.distance === 0)) return d
  return ownSplit(d, { name: 'Start', distance: 0 })
}

function withFinish(d: Draft): Draft {
  const { splits, distance, isTimed } = shown(d)
  if (splits.length >= (isTimed ? 1 : 2) || splits.some((s) => nearFinish(s.distance, distance))) return d
  const key = newKey(d)
  return { ...ownSplit(d, { name: 'Finish', distance }), follows: { ...d.follows, [key]: true } }
}

function ownSplit(d: Draft, fields: Partial<SplitView>): Draft {
  const key = newKey(d)
  return { ...insertSplit(d, fields), own: new Set([...d.own, key]) }
}

function insertSplit(d: Draft, fields: Partial<SplitView>): Draft {
  const split: SplitView = { key: newKey(d), id: null, name: 'New Split', distance: 0, cutoff: null, point: null, isPublic: true, crewAccessible: false, isTransitionPoint: false, routes: [], ...fields }
  return { ...d, next: d.next + 1, added: { ...d.added, splits: [...d.added.splits, split] } }
}

/** The key that the next new part gets. */
export function newKey(d: Draft): string {
  return `NEW-${d.next}`
}

/** The race as it would be if it were saved now; splits in the order of the course, waves by number. */
export function shown(d: Draft): RaceView {
  const f = <K extends keyof RaceView>(name: K): RaceView[K] => value(d, name, d.base[name])
  const distance = f('distance')
  const shirts = { ...d.base.shirts, sizes: { ...d.base.shirts.sizes } } as Record<string, unknown> & { sizes: Record<string, number> }
  for (const [path, touch] of Object.entries(d.touched)) {
    const [kind, name, size] = path.split('/')
    if (kind === 'shirts' && size) shirts.sizes[size] = touch.value as number
    else if (kind === 'shirts') shirts[name!] = touch.value
  }
  return {
    ...d.base,
    name: f('name'),
    distance,
    maxPace: f('maxPace'),
    isLoop: f('isLoop'),
    isTimed: f('isTimed'),
    scoreByTeam: f('scoreByTeam'),
    gunTime: f('gunTime'),
    prefixes: f('prefixes'),
    startTime: f('startTime'),
    cutoff: f('cutoff'),
    lpsDuration: f('lpsDuration'),
    color: f('color'),
    shirts,
    splits: parts(d, 'split', d.base.splits, d.added.splits)
      .map((s) => splitShown(d, s, distance))
      .toSorted((a, b) => sortable(a.distance) - sortable(b.distance)),
    waves: wavesShown(d),
    roaming: parts(d, 'roaming', d.base.roaming, d.added.roaming).map((r) => overlay(d, `roaming/${r.key}`, r, ['sourceId'])),
  }
}

function sortable(distance: number): number {
  return Number.isNaN(distance) ? Number.MAX_VALUE : distance
}

function value<T>(d: Draft, path: string, base: T): T {
  const touch = d.touched[path]
  return touch ? (touch.value as T) : base
}

function parts<T extends { key: string }>(d: Draft, kind: string, base: readonly T[], added: readonly T[]): T[] {
  return [...base.filter((x) => !d.removed.has(`${kind}/${x.key}`)), ...added]
}

function overlay<T extends object>(d: Draft, path: string, part: T, fields: readonly (keyof T & string)[]): T {
  const out = { ...part }
  for (const name of fields) out[name] = value(d, `${path}/${name}`, part[name])
  return out
}

function splitShown(d: Draft, s: SplitView, raceDistance: number): SplitView {
  const out = overlay(d, `split/${s.key}`, s, ['name', 'distance', 'cutoff', 'isPublic', 'crewAccessible', 'isTransitionPoint'])
  if (isFollower(d, s) && Number.isFinite(raceDistance)) out.distance = raceDistance
  out.routes = parts(d, `route/${s.key}`, s.routes, d.added.routes[s.key] ?? []).map((r) => overlay(d, `route/${s.key}/${r.key}`, r, ['sourceId', 'backup', 'deltaMs']))
  return out
}

/** Whether a split moves with the race distance: it sat exactly on it. */
function isFollower(d: Draft, s: SplitView): boolean {
  const told = d.follows[s.key]
  if (told !== undefined) return told
  return !isNew(s.key) && s.distance > 0 && s.distance === d.base.distance && !d.touched[`split/${s.key}/distance`]
}

// The number of a new wave is the count plus one, or the next that is free: what the server will give it.
function wavesShown(d: Draft): WaveView[] {
  const saved = d.base.waves.filter((w) => !d.removed.has(`wave/${w.key}`)).map((w) => overlay(d, `wave/${w.key}`, w, ['name', 'time']))
  const all = saved
  for (const w of d.added.waves) {
    const taken = new Set(all.map((x) => x.number))
    let number = all.length + 1
    while (taken.has(number)) number++
    all.push({ ...w, number })
  }
  return all.toSorted((a, b) => a.number - b.number)
}

/** What the server says of a field now; undefined for fields of parts that it does not know. */
function baseValue(d: Draft, path: string): unknown {
  const [kind, key, name, last] = path.split('/') as [string, string?, string?, string?]
  const of = (list: readonly { key: string }[], k = key) => list.find((x) => x.key === k) as Record<string, unknown> | undefined
  switch (kind) {
    case 'shirts':
      return name ? (d.base.shirts.sizes?.[name] ?? 0) : ((d.base.shirts as Record<string, unknown>)[key!] ?? SHIRTS_ABSENT[key!])
    case 'split':
      return of(d.base.splits)?.[name!]
    case 'wave':
      return of(d.base.waves)?.[name!]
    case 'roaming':
      return of(d.base.roaming)?.[name!]
    case 'route':
      return of((of(d.base.splits)?.routes ?? []) as RouteView[], name)?.[last!]
    default:
      return (d.base as unknown as Record<string, unknown>)[kind]
  }
}

const SHIRTS_ABSENT: Record<string, unknown> = { strategy: '', disabled: false, unisex: false, wsizedown: false }

/** Writes a field. What is written as it was is no edit any more. */
export function edit(d: Draft, path: string, to: unknown): Draft {
  const [kind, key, name] = path.split('/') as [string, string?, string?]
  if (kind === 'split' && name === 'distance') return placeSplit(d, key!, to as number)
  if (kind === 'isTimed') return setTimed(d, to as boolean)
  if (kind === 'shirts' && key === 'unisex' && to === false) return touch(touch(d, path, to), 'shirts/wsizedown', false) // SHIRT-3
  return touch(d, path, to)
}

function touch(d: Draft, path: string, to: unknown): Draft {
  const inNew = editNew(d, path, to)
  if (inNew) return inNew
  const now = baseValue(d, path)
  const { [path]: before, ...others } = d.touched
  if (same(now, to)) return { ...d, touched: others }
  return { ...d, touched: { ...others, [path]: { value: to, was: before ? before.was : now } } }
}

// Parts that are not saved hold their fields themselves.
function editNew(d: Draft, path: string, to: unknown): Draft | null {
  const [kind, key, name, last] = path.split('/') as [string, string, string, string?]
  const field = (list: readonly { key: string }[], k: string, n: string) => list.map((x) => (x.key === k ? { ...x, [n]: to } : x))
  if (kind === 'route' && isNew(name)) return { ...d, added: { ...d.added, routes: { ...d.added.routes, [key]: field(d.added.routes[key] ?? [], name, last!) as RouteView[] } } }
  if (kind === 'split' && isNew(key)) return { ...d, own: without(d.own, key), added: { ...d.added, splits: field(d.added.splits, key, name) as SplitView[] } }
  if (kind === 'wave' && isNew(key)) return { ...d, added: { ...d.added, waves: field(d.added.waves, key, name) as WaveView[] } }
  if (kind === 'roaming' && isNew(key)) return { ...d, added: { ...d.added, roaming: field(d.added.roaming, key, name) as RoamingView[] } }
  return null
}

// A split that is put exactly on the race distance follows it from then on; one that is taken off it stays behind.
function placeSplit(d: Draft, key: string, metres: number): Draft {
  const race = value(d, 'distance', d.base.distance)
  return { ...touch(d, `split/${key}/distance`, metres), follows: { ...d.follows, [key]: metres > 0 && metres === race } }
}

// RACE-18
function setTimed(d: Draft, timed: boolean): Draft {
  const next = touch(d, 'isTimed', timed)
  const starts = [...d.base.splits, ...d.added.splits].filter((s) => !isFollower(d, s) && splitShown(d, s, Number.NaN).distance === 0)
  if (timed) return starts.reduce((all, s) => remove(all, `split/${s.key}`), next)
  if (shown(next).splits.some((s) => s.distance === 0)) return next
  const kept = starts.find((s) => d.removed.has(`split/${s.key}`))
  return kept ? { ...next, removed: without(next.removed, `split/${kept.key}`) } : withStart(next)
}

/** Takes a part out: a new one at once, a saved one with the next save. */
export function remove(d: Draft, path: string): Draft {
  const [kind, key, route] = path.split('/') as [string, string, string?]
  const last = route ?? key
  const own = without(d.own, key)
  if (isNew(last)) {
    const drop = <T extends { key: string }>(list: readonly T[]) => list.filter((x) => x.key !== last)
    const { [key]: ofSplit = [], ...others } = d.added.routes
    const routes = route ? { ...others, [key]: drop(ofSplit) } : kind === 'split' ? others : d.added.routes
    return { ...d, own, added: { splits: drop(d.added.splits), waves: drop(d.added.waves), roaming: drop(d.added.roaming), routes } }
  }
  const touched = Object.fromEntries(Object.entries(d.touched).filter(([p]) => !p.startsWith(`${path}/`) && !(kind === 'split' && p.startsWith(`route/${key}/`))))
  return { ...d, own, touched, removed: new Set([...d.removed, path]) }
}

/** Adds a split; its key is newKey of the draft before. Each has a name of its own (SPLIT-10). */
export function addSplit(d: Draft, distance: number): Draft {
  const names = new Set(shown(d).splits.map((s) => s.name.trim().toLowerCase()))
  let name = 'New Split'
  for (let n = 2; names.has(name.toLowerCase()); n++) name = `New Split ${n}`
  return insertSplit(d, { name, distance })
}

/** Adds a source to a split. */
export function addRoute(d: Draft, split: string, sourceId: number, more: Partial<RouteView> = {}): Draft {
  const route: RouteView = { key: newKey(d), id: null, sourceId, backup: false, deltaMs: 0, ...more }
  return { ...d, next: d.next + 1, own: without(d.own, split), added: { ...d.added, routes: { ...d.added.routes, [split]: [...(d.added.routes[split] ?? []), route] } } }
}

/** Adds a wave after the last one, or at the start of the race (WAVE-2, WAVE-3). */
export function addWave(d: Draft): Draft {
  const { waves, startTime, spacingMin } = shown(d)
  const times = waves.flatMap((w) => (w.time === null ? [] : [w.time]))
  const time = times.length > 0 ? Math.max(...times) + spacingMin * 60_000 : startTime
  const wave: WaveView = { key: newKey(d), id: null, number: 0, name: '', time }
  return { ...d, next: d.next + 1, added: { ...d.added, waves: [...d.added.waves, wave] } }
}

/** Adds a source that is tied to no split (SPLIT-6 … SPLIT-8). */
export function addRoaming(d: Draft, sourceId: number): Draft {
  return { ...d, next: d.next + 1, added: { ...d.added, roaming: [...d.added.roaming, { key: newKey(d), id: null, sourceId }] } }
}

/** Whether closing the editor would lose something that a person did. */
export function dirty(d: Draft): boolean {
  const { splits, routes, waves, roaming } = d.added
  if (d.track !== undefined) return true
  return Object.keys(d.touched).length > 0 || d.removed.size > 0 || splits.some((s) => !d.own.has(s.key)) || waves.length > 0 || roaming.length > 0 || Object.values(routes).some((r) => r.length > 0)
}

/** Whether a field that was touched here has another value at the server since: that value. */
export function elsewhere(d: Draft, path: string): { theirs: unknown } | null {
  const touch = d.touched[path]
  if (!touch) return null
  const now = baseValue(d, path)
  return same(now, touch.was) ? null : { theirs: now }
}

/** Gives a touched field back to what others saved. */
export function takeTheirs(d: Draft, path: string): Draft {
  if (path === 'isTimed') return setTimed(d, d.base.isTimed)
  const { [path]: _, ...touched } = d.touched
  return { ...d, touched }
}

/** Keeps a touched field as it is here, knowing what others saved. */
export function keepMine(d: Draft, path: string): Draft {
  const touch = d.touched[path]
  return touch ? { ...d, touched: { ...d.touched, [path]: { ...touch, was: baseValue(d, path) } } } : d
}

/** The draft on the race as others have left it. Edits that they made as well are none any more; those on what they deleted are told of. */
export function follow(d: Draft, race: Race): Draft {
  const base = viewOf(race)
  if (same(base, d.base)) return d
  const gone = new Map<string, string>()
  for (const s of d.base.splits) if (!base.splits.some((x) => x.key === s.key)) gone.set(`split/${s.key}`, `Split ‘${s.name}’`)
  for (const w of d.base.waves) if (!base.waves.some((x) => x.key === w.key)) gone.set(`wave/${w.key}`, `Wave ${w.number}`)
  const next: Draft = { ...d, base, added: { ...d.added, routes: { ...d.added.routes } } }
  const lost = new Set<string>()
  const touched: Record<string, Touch> = {}
  for (const [path, touch] of Object.entries(d.touched)) {
    const now = baseValue(next, path)
    const owner = ownerOf(path)
    if (owner && now === undefined) lost.add(gone.get(owner) ?? 'An event source')
    else if (!same(now, touch.value)) touched[path] = touch
  }
  for (const [split, routes] of Object.entries(d.added.routes)) {
    const owner = `split/${split}`
    if (!gone.has(owner)) continue
    delete (next.added.routes as Record<string, unknown>)[split]
    if (routes.length > 0) lost.add(gone.get(owner)!)
  }
  const removed = new Set([...d.removed].filter((p) => known(base, p)))
  const notes = [...d.notes, ...[...lost].map((what) => `${what} was deleted elsewhere; your changes to it are gone.`)]
  const followed: Draft = { ...next, touched, removed, notes }
  // Somebody else saved a Start or a Finish meanwhile: the editor's own would be a second one.
  const spare = followed.added.splits.filter((s) => d.own.has(s.key) && base.splits.some((x) => (s.distance === 0 ? x.distance === 0 : nearFinish(x.distance, base.distance))))
  return spare.reduce<Draft>((all, s) => remove(all, `split/${s.key}`), followed)
}

function ownerOf(path: string): string | null {
  const [kind, key] = path.split('/')
  if (kind === 'split' || kind === 'route') return `split/${key}`
  return kind === 'wave' || kind === 'roaming' ? `${kind}/${key}` : null
}

function known(base: RaceView, path: string): boolean {
  const [kind, key, route] = path.split('/')
  if (kind === 'wave') return base.waves.some((w) => w.key === key)
  if (kind === 'roaming') return base.roaming.some((r) => r.key === key)
  const split = base.splits.find((s) => s.key === key)
  return !!split && (kind === 'split' || split.routes.some((r) => r.key === route))
}

function without<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  return set.has(item) ? new Set([...set].filter((x) => x !== item)) : set
}
