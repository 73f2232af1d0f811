import { describe, expect, it } from 'vitest'
import type { Race, Split } from '../../api/types.ts'
import { bodyOf, pathOfError, unreadable, worthSaving } from './body.ts'
import { addRoaming, addRoute, addSplit, addWave, dirty, type Draft, edit, elsewhere, follow, keepMine, newKey, opened, remove, shown, takeTheirs } from './draft.ts'

const split = (id: number, name: string, distance: number, sources: number[] = [], more: Partial<Split> = {}): Split => ({
  id, raceId: 1, name, distance, cutoff: null, point: null, isPublic: true, crewAccessible: false, isTransitionPoint: false,
  eventRoutes: sources.map((s, i) => ({ id: id * 10 + i, raceId: 1, splitId: id, eventSourceId: s, backup: false, deltaMs: 0 })), ...more,
})

const race = (more: Partial<Race> = {}): Race => ({
  id: 1, raceEventId: 1, name: '50K', distance: 50_000, maxPace: 6.667, isLoop: false, isTimed: false, scoreByTeam: false, gunTime: true, prefixes: ['000000000000'],
  startTime: '2026-10-03T13:00:00.000Z', cutoff: null, lpsDuration: 0, color: '#0f766e', bibRanges: '', usDid: '', shirtCounts: { sizes: { s: 4, m: 6 } },
  splits: [split(11, 'Start', 0, [1]), split(12, 'Aid 1', 12_500, [2]), split(13, 'Finish', 50_000, [1])],
  roamingESIDs: [5], waves: { attrs: {}, waves: [{ id: 1, name: 'Wave 1', time: '2026-10-03T13:00:00.000Z' }, { id: 3, name: '', time: '2026-10-03T13:10:00.000Z' }] },
  hasCourse: false, ...more,
})

const names = (d: Draft) => shown(d).splits.map((s) => `${s.name} ${s.distance}`)
const at = (text: string) => Date.parse(text)

describe('on opening', () => {
  it.each<[string, Partial<Race>, string[]]>([
    ['a race with both', {}, ['Start 0', 'Aid 1 12500', 'Finish 50000']],
    ['a race without splits', { splits: [] }, ['Start 0', 'Finish 50000']],
    ['only a start', { splits: [split(11, 'Corral', 0)] }, ['Corral 0', 'Finish 50000']],
    ['a start and an aid station', { splits: [split(11, 'Start', 0), split(12, 'Aid', 9_000)] }, ['Start 0', 'Aid 9000']],
    ['only an aid station: with the start there are two', { splits: [split(12, 'Aid', 9_000)] }, ['Start 0', 'Aid 9000']],
    ['only something within 10 % of the end', { splits: [split(13, 'Arch', 45_000)] }, ['Start 0', 'Arch 45000']],
    ['a timed race without splits', { isTimed: true, splits: [], distance: 5_000 }, ['Finish 5000']],
    ['a timed race with one split', { isTimed: true, splits: [split(12, 'Far Side', 2_600)], distance: 5_000 }, ['Far Side 2600']],
  ])('%s (RACE-16, RACE-17)', (_, more, want) => expect(names(opened(race(more)))).toEqual(want))

  it('what the editor added itself is worth saving, and no reason to ask', () => {
    const d = opened(race({ splits: [] }))
    expect([dirty(d), worthSaving(d)]).toEqual([false, true])
    expect(dirty(edit(d, 'split/NEW-1/name', 'Corral'))).toBe(true)
    expect([dirty(opened(race())), worthSaving(opened(race()))]).toEqual([false, false])
  })
  it('a new race is called so, and its finish waits for a distance', () => {
    const d = opened(null)
    expect([shown(d).name, dirty(d)]).toEqual(['New Race', false])
    expect(names(edit(d, 'distance', 10_000))).toEqual(['Start 0', 'Finish 10000'])
  })
})

describe('the finish follows the distance (A-83)', () => {
  const type = (d: Draft, ...metres: number[]) => metres.reduce((x, m) => edit(x, 'distance', m), d)
  it('that is typed, and takes nobody along on the way', () => {
    const d = type(opened(race({ splits: [split(11, 'Start', 0), split(12, 'Aid', 5_000), split(13, 'Finish', 50_000)] })), 5_000, Number.NaN, 500_000, 52_000)
    expect(names(d)).toEqual(['Start 0', 'Aid 5000', 'Finish 52000'])
    expect(bodyOf(d).body).toEqual({ distance: 52_000, splits: [{ id: 13, distance: 52_000 }] })
  })
  it('back to nothing changed', () => expect(worthSaving(type(opened(race()), 1, 50_000))).toBe(false))
  it('unless it was moved off it; and a split that is put on it does', () => {
    const off = edit(opened(race()), 'split/13/distance', 49_500)
    expect(names(type(off, 60_000))).toContain('Finish 49500')
    expect(names(type(edit(off, 'split/13/distance', 50_000), 60_000))).toContain('Finish 60000')
    expect(names(type(edit(type(opened(race()), 60_000), 'split/12/distance', 60_000), 70_000))).toEqual(['Start 0', 'Aid 1 70000', 'Finish 70000'])
  })
  it('not one that never sat on it', () => expect(names(type(opened(race({ splits: [split(11, 'Start', 0), split(13, 'Finish', 49_900)] })), 60_000))).toEqual(['Start 0', 'Finish 49900']))
})

describe('fixed time (RACE-18)', () => {
  it('takes the start away, and the same one comes back', () => {
    const timed = edit(opened(race()), 'isTimed', true)
    expect(names(timed)).toEqual(['Aid 1 12500', 'Finish 50000'])
    expect(bodyOf(timed).body).toEqual({ isTimed: true, splits: [{ id: 11, action: 'remove' }] })
    const back = edit(timed, 'isTimed', false)
    expect([names(back)[0], worthSaving(back), dirty(back)]).toEqual(['Start 0', false, false])
  })
  it('adds a start where there was none', () => {
    const d = edit(opened(race({ isTimed: true, splits: [split(12, 'Lap', 50_000)] })), 'isTimed', false)
    expect(names(d)).toEqual(['Start 0', 'Lap 50000'])
  })
  it('drops an own start at once', () => expect(names(edit(opened(race({ splits: [] })), 'isTimed', true))).toEqual(['Finish 50000']))
})

describe('waves', () => {
  it('come after the last one by the spacing, with the next free number (WAVE-2, A-84)', () => {
    const two = addWave(addWave(opened(race())))
    expect(shown(two).waves.map((w) => [w.number, w.time])).toEqual([[1, at('2026-10-03T13:00Z')], [3, at('2026-10-03T13:10Z')], [4, at('2026-10-03T13:15Z')], [5, at('2026-10-03T13:20Z')]])
    expect(bodyOf(two).body).toEqual({ waves: { waves: [{ ephemeralId: 'NEW-1', name: '', time: '2026-10-03T13:15:00.000Z' }, { ephemeralId: 'NEW-2', name: '', time: '2026-10-03T13:20:00.000Z' }] } })
  })
  it('take the spacing of the race, and its start when there is none', () => {
    const spaced = addWave(opened(race({ waves: { attrs: { spacingMin: 2.5 }, waves: [{ id: 1, name: '', time: '2026-10-03T13:00:00.000Z' }] } })))
    expect(shown(spaced).waves.at(-1)).toMatchObject({ number: 2, time: at('2026-10-03T13:02:30Z') })
    expect(shown(addWave(opened(race({ waves: { attrs: {}, waves: [] } })))).waves).toMatchObject([{ number: 1, time: at('2026-10-03T13:00Z') }])
    expect(shown(addWave(opened(race({ startTime: null, waves: { attrs: {}, waves: [] } })))).waves).toMatchObject([{ number: 1, time: null }])
  })
  it('go with the next save; the number is free again', () => {
    const d = addWave(remove(opened(race()), 'wave/3'))
    expect(shown(d).waves.map((w) => w.number)).toEqual([1, 2])
    expect(bodyOf(d).body).toMatchObject({ waves: { waves: [{ id: 3, action: 'remove' }, { ephemeralId: 'NEW-1' }] } })
  })
})

describe('the body holds only what was changed (A-11)', () => {
  it.each<[string, (d: Draft) => Draft, object]>([
    ['nothing', (d) => d, {}],
    ['a name', (d) => edit(d, 'name', '52K'), { name: '52K' }],
    ['there and back', (d) => edit(edit(d, 'name', '52K'), 'name', '50K'), {}],
    ['a time, and no time', (d) => edit(edit(d, 'startTime', null), 'cutoff', at('2026-10-04T03:00:00.5Z')), { startTime: null, cutoff: '2026-10-04T03:00:00.500Z' }],
    ['a field of a split', (d) => edit(d, 'split/12/crewAccessible', true), { splits: [{ id: 12, crewAccessible: true }] }],
    ['another source', (d) => edit(d, 'route/12/120/sourceId', 4), { splits: [{ id: 12, eventRoutes: [{ id: 120, eventSourceId: 4 }] }] }],
    ['a backup with its delta', (d) => edit(edit(d, 'route/12/120/backup', true), 'route/12/120/deltaMs', -2_250), { splits: [{ id: 12, eventRoutes: [{ id: 120, backup: true, deltaMs: -2_250 }] }] }],
    ['a route more', (d) => addRoute(d, '12', 7), { splits: [{ id: 12, eventRoutes: [{ ephemeralId: 'NEW-1', eventSourceId: 7, backup: false, deltaMs: 0 }] }] }],
    ['a route less', (d) => remove(d, 'route/12/120'), { splits: [{ id: 12, eventRoutes: [{ id: 120, action: 'remove' }] }] }],
    ['a split less', (d) => remove(edit(d, 'split/12/name', 'x'), 'split/12'), { splits: [{ id: 12, action: 'remove' }] }],
    ['a new split that went again', (d) => remove(addRoute(addSplit(d, 5_000), 'NEW-1', 3), 'split/NEW-1'), {}],
    ['roaming sources', (d) => edit(addRoaming(remove(d, 'roaming/5'), 6), 'roaming/NEW-1/sourceId', 7), { roamingEventRoutes: [{ action: 'remove', id: 5 }, { action: 'add', eventSourceId: 7 }] }],
    ['another roaming source', (d) => edit(d, 'roaming/5/sourceId', 9), { roamingEventRoutes: [{ action: 'change', id: 5, eventSourceId: 9 }] }],
    ['shirts', (d) => edit(edit(edit(d, 'shirts/strategy', 'this'), 'shirts/sizes/s', 0), 'shirts/sizes/xl', 12), { shirtCounts: { strategy: 'this', sizes: { s: null, xl: 12 } } }],
    ['unisex on and off takes the smaller sizes along (SHIRT-3)', (d) => edit(edit(edit(d, 'shirts/unisex', true), 'shirts/wsizedown', true), 'shirts/unisex', false), {}],
  ])('%s', (_, change, want) => expect(bodyOf(change(opened(race()))).body).toEqual(want))

  it('names a second new split differently', () => expect(names(addSplit(addSplit(opened(race()), 1), 2))).toEqual(['Start 0', 'New Split 1', 'New Split 2 2', 'Aid 1 12500', 'Finish 50000']))
})

describe('two people at once', () => {
  const theirs = race({ name: '50K Trail', cutoff: '2026-10-04T03:00:00.000Z' })
  it('what is untouched here follows; what is touched stays, marked', () => {
    const d = follow(edit(opened(race()), 'name', 'Ultra'), theirs)
    expect(shown(d)).toMatchObject({ name: 'Ultra', cutoff: at('2026-10-04T03:00Z') })
    expect(elsewhere(d, 'name')).toEqual({ theirs: '50K Trail' })
    expect(elsewhere(d, 'cutoff')).toBeNull()
    expect(bodyOf(d).body).toEqual({ name: 'Ultra' })
    expect(shown(takeTheirs(d, 'name')).name).toBe('50K Trail')
    expect([elsewhere(keepMine(d, 'name'), 'name'), shown(keepMine(d, 'name')).name]).toEqual([null, 'Ultra'])
  })
  it('the same edit by both is no edit any more', () => {
    const d = follow(edit(opened(race()), 'name', '50K Trail'), theirs)
    expect([elsewhere(d, 'name'), dirty(d)]).toEqual([null, false])
  })
  it('says so when what was edited here is deleted there', () => {
    const d = follow(addRoute(edit(opened(race()), 'split/12/name', 'Aid One'), '12', 3), race({ splits: [split(11, 'Start', 0, [1]), split(13, 'Finish', 50_000, [1])] }))
    expect(d.notes).toEqual(['Split ‘Aid 1’ was deleted elsewhere; your changes to it are gone.'])
    expect([dirty(d), worthSaving(d)]).toEqual([false, false])
  })
  it('a finish that was saved elsewhere replaces the one that the editor offers', () => {
    const d = follow(opened(race({ splits: [split(11, 'Start', 0)] })), race({ splits: [split(11, 'Start', 0), split(19, 'Arch', 50_000)] }))
    expect(names(d)).toEqual(['Start 0', 'Arch 50000'])
  })
})

// What the server does with a body, in the few lines that a property needs.
function saved(was: Race, body: Record<string, unknown>): Race {
  let free = 900
  const lists = (list: object[], parts: Record<string, unknown>[] = [], make: (p: Record<string, unknown>) => object) => {
    let out = [...list] as { id: number }[]
    for (const { ephemeralId: _, action, ...p } of parts) {
      if (action === 'remove') out = out.filter((x) => x.id !== p.id)
      else if (p.id) out = out.map((x) => (x.id === p.id ? { ...x, ...p } : x))
      else out.push(make(p) as { id: number })
    }
    return out
  }
  const { splits, waves, roamingEventRoutes, shirtCounts, ephemeralId: _, ...plain } = body as Record<string, never>
  const routed = (splits as Record<string, unknown>[] | undefined)?.map(({ eventRoutes, ...s }) => {
    const old = was.splits.find((x) => x.id === s.id)
    return eventRoutes ? { ...s, eventRoutes: lists(old?.eventRoutes ?? [], eventRoutes as never, (p) => ({ id: free++, raceId: 1, splitId: 0, ...p })) } : s
  })
  const ids = (waves as { waves?: never } | undefined)?.waves
  const left = lists(was.waves.waves, ids, () => ({ id: -1 })) as Race['waves']['waves']
  const numbered: Race['waves']['waves'] = []
  numbered.push(...left.filter((x) => x.id > 0))
  for (const p of ((ids ?? []) as { id?: number; time: string; name: string }[]).filter((x) => !x.id)) {
    let id = numbered.length + 1
    while (numbered.some((x) => x.id === id)) id++
    numbered.push({ id, name: p.name, time: p.time })
  }
  let roaming = [...was.roamingESIDs]
  for (const r of (roamingEventRoutes ?? []) as { action: string; id: number; eventSourceId: number }[]) {
    if (r.action === 'add') roaming.push(r.eventSourceId)
    else roaming = roaming.flatMap((x) => (x === r.id ? (r.action === 'remove' ? [] : [r.eventSourceId]) : [x]))
  }
  const { sizes, ...shirts } = (shirtCounts ?? {}) as { sizes?: Record<string, number | null> }
  const stock = { ...was.shirtCounts.sizes, ...sizes } as Record<string, number>
  return {
    ...was, ...plain, splits: lists(was.splits, routed, (p) => ({ id: free++, raceId: 1, point: null, eventRoutes: [], ...p })) as Split[],
    waves: { ...was.waves, waves: numbered.toSorted((a, b) => a.id - b.id) }, roamingESIDs: roaming, shirtCounts: { ...was.shirtCounts, ...shirts, sizes: stock },
  }
}

/** A small generator of numbers that are the same on every run. */
function dice(seed: number) {
  let s = seed
  return (n: number) => {
    s = (s * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((s / 2_147_483_648) * n)
  }
}

function anyEdit(d: Draft, roll: (n: number) => number): Draft {
  const view = shown(d)
  const some = view.splits[roll(view.splits.length)]
  const wave = view.waves[roll(Math.max(1, view.waves.length))]
  const route = some?.routes[0]
  switch (roll(15)) {
    case 0: return edit(d, 'name', `R${roll(9)}`)
    case 1: return edit(d, 'distance', 1_000 * (1 + roll(60)))
    case 2: return edit(d, 'isTimed', roll(2) === 0)
    case 3: return edit(d, 'cutoff', roll(3) === 0 ? null : roll(1e9))
    case 4: return addSplit(d, roll(50_000))
    case 5: return some ? remove(d, `split/${some.key}`) : d
    case 6: return some ? edit(d, `split/${some.key}/distance`, roll(3) === 0 ? view.distance : roll(50_000)) : d
    case 7: return some ? edit(d, `split/${some.key}/crewAccessible`, roll(2) === 0) : d
    case 8: return some ? addRoute(d, some.key, 1 + roll(9)) : d
    case 9: return some && route ? remove(d, `route/${some.key}/${route.key}`) : d
    case 10: return some && route ? edit(edit(d, `route/${some.key}/${route.key}/backup`, true), `route/${some.key}/${route.key}/deltaMs`, -roll(3_000)) : d
    case 11: return addWave(d)
    case 12: return wave ? remove(d, `wave/${wave.key}`) : d
    case 13: return wave ? edit(d, `wave/${wave.key}/time`, roll(1e9)) : d
    default: return edit(edit(d, 'prefixes', ['0'.repeat(11) + roll(9)]), `shirts/sizes/${['s', 'm', 'xl'][roll(3)]}`, roll(20))
  }
}

const plain = (d: Draft) => {
  const { splits, waves, roaming, shirts, ...rest } = shown(d)
  const clean = Object.fromEntries(Object.entries(shirts.sizes ?? {}).filter(([, n]) => n))
  return {
    ...rest, shirts: clean, waves: waves.map((w) => [w.number, w.time, w.name]), roaming: roaming.map((r) => r.sourceId).toSorted(),
    splits: splits.map((s) => [s.distance, s.name, s.cutoff, s.crewAccessible, s.routes.map((r) => [r.sourceId, r.backup, r.deltaMs]).toSorted()]).map((x) => JSON.stringify(x)).toSorted(),
  }
}

describe('whatever is edited', () => {
  const runs = Array.from({ length: 300 }, (_, i) => i + 1)
  it('saving makes the race what was shown, and nothing is left to save', () => {
    for (const seed of runs) {
      const roll = dice(seed)
      let d = opened(race())
      for (let i = 0; i < 12; i++) d = anyEdit(d, roll)
      const after = saved(race(), bodyOf(d).body)
      const again = opened(after)
      expect({ seed, ...plain({ ...again, added: { ...again.added, splits: [] } }) }).toEqual({ seed, ...plain(d) })
    }
  })
  it('neither of two loses a field that the other did not touch', () => {
    for (const seed of runs) {
      const roll = dice(seed)
      let mine = opened(race())
      for (let i = 0; i < 4; i++) mine = edit(mine, ['name', 'color', 'split/12/name'][roll(3)]!, `#0000${10 + roll(89)}`)
      let yours = opened(race())
      for (let i = 0; i < 4; i++) yours = edit(yours, ['cutoff', 'lpsDuration', 'split/12/cutoff', 'shirts/sizes/m'][roll(4)]!, roll(1_000))
      const first = saved(race(), bodyOf(yours).body)
      const both = saved(first, bodyOf(mine).body)
      const followed = saved(first, bodyOf(follow(mine, first)).body)
      expect(followed).toEqual(both)
      expect(plain(opened(both))).toEqual({ ...plain(yours), name: shown(mine).name, color: shown(mine).color, splits: plain(opened(both)).splits })
      expect(opened(both).base.splits[1]).toMatchObject({ name: shown(mine).splits[1]!.name, cutoff: shown(yours).splits[1]!.cutoff })
    }
  })
})

describe('an error of the server', () => {
  const d = addRoute(addSplit(edit(edit(opened(race()), 'split/13/name', ''), 'wave/3/time', 5), 7_000), 'NEW-1', 4)
  const sent = bodyOf(d)
  it.each([
    ['name', 'name'],
    ['cutoff', 'cutoff'],
    ['splits[0].distance', 'split/NEW-1/distance'],
    ['splits[1].name', 'split/13/name'],
    ['splits[Aid 1].cutoff', 'split/12/cutoff'],
    ['splits[0].eventRoutes[0]', `route/NEW-1/${newKey({ ...d, next: d.next - 1 })}/sourceId`],
    ['splits[0].eventRoutes[0].deltaMs', 'route/NEW-1/NEW-2/deltaMs'],
    ['waves[0].time', 'wave/3/time'],
    ['waves.waves[0].time', 'wave/3/time'],
    ['shirtCounts.sizes.xl', 'shirts/sizes/xl'],
    ['prefixes[1]', 'prefixes/1'],
    ['linestring', 'course'],
    ['splits[9].name', ''],
    ['slug', ''],
  ])('about %s stands at %s', (field, want) => expect(pathOfError(field, sent, shown(d))).toBe(want))
})

it('numbers that are none are told before anything is sent', () => {
  const d = edit(edit(edit(opened(race()), 'distance', Number.NaN), 'split/12/distance', Number.NaN), 'shirts/sizes/m', Number.NaN)
  expect(Object.keys(unreadable(shown(d)))).toEqual(['distance', 'split/12/distance', 'shirts/sizes/m'])
  expect(unreadable(shown(opened(race())))).toEqual({})
})

it('keeps the Finish of a race that has no distance yet when it becomes a timed one', () => {
  const timed = edit(edit(opened(null), 'isTimed', true), 'distance', 5000)
  expect(shown(timed).splits.map((s) => [s.name, s.distance])).toEqual([['Finish', 5000]])
  expect(shown(edit(timed, 'isTimed', false)).splits.map((s) => s.name)).toEqual(['Start', 'Finish'])
})
