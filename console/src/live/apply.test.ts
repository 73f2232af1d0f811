import { describe, expect, it } from 'vitest'
import { applyToEvent, applyToEvents, applyToNotifications, applyToParticipant, applyToParticipants, applyToSources, knownTypes, messagesOf, strangers, type Message } from './apply.ts'
import { mergeEntity, rowOf, rowsFrom, type Rows } from './rows.ts'

interface Person { id: number | string; raceId: number; bib: string; lastName: string; overallPlace: number | null; wave?: { at: string | null } }

const ana: Person = { id: 1, raceId: 1, bib: '7', lastName: 'Ito', overallPlace: 2, wave: { at: null } }
const bo: Person = { id: 2, raceId: 1, bib: '8', lastName: 'Brandt', overallPlace: 1 }
const two = () => rowsFrom<Person>([{ ...ana }, { ...bo }], 10)
const update = (seq: number, ...participants: object[]): Message => ({ msgType: 'entityUpdate', seq, entities: { participants } as never })
const create = (seq: number, ...participants: object[]): Message => ({ msgType: 'entityCreate', seq, entities: { participants } as never })
const places = (seq: number, ...participants: object[]): Message => ({ msgType: 'entityPlacements', seq, participants: participants as never })
const gone = (seq: number, ...ids: number[]): Message => ({ msgType: 'entityDelete', seq, collection: 'participants', ids })
const after = (rows: Rows<Person>, ...messages: Message[]) => messages.reduce(applyToParticipants<Person>, rows)

describe('participants', () => {
  it('lays parts over rows and leaves every other row the same object', () => {
    const rows = two()
    const next = after(rows, update(11, { id: 1, lastName: 'Ito-Vance' }))
    expect(next.rows.map((p) => p.lastName)).toEqual(['Ito-Vance', 'Brandt'])
    expect(next.rows[1]).toBe(rows.rows[1])
    expect(next.rows[0]).toMatchObject({ bib: '7', overallPlace: 2 })
  })

  it('answers the same rows when a message says nothing new', () => {
    const rows = two()
    const idle = [update(11, { id: 1, lastName: 'Ito' }), update(12, { id: 1, wave: { at: null } }), update(13, { id: 9, lastName: 'Nobody' }), places(14, { id: 2, overallPlace: 1 }), gone(9, 1), { msgType: 'progress', p: 3 }, { msgType: 'entityUpdate', seq: 15, entities: { races: [{ id: 1 }] } } as never]
    expect(after(rows, ...idle)).toBe(rows)
  })

  it('takes only what is said, and null as nothing', () => {
    const next = after(two(), update(11, { id: 1, overallPlace: null }), places(12, { id: 2, overallPlace: 4 }), update(13, { id: 2 }))
    expect(next.rows).toEqual([{ ...ana, overallPlace: null }, { ...bo, overallPlace: 4 }])
  })

  it('knows whom it lacks when it hears only what changed of them', () => {
    const part = update(12, { id: 9, bib: '90' }, { id: 1, bib: '70' })
    const rows = after(two(), part)
    expect(strangers(rows, part)).toEqual([9])
    expect(strangers(after(two(), gone(11, 9), part), part)).toEqual([]) // removed: not lacking
    expect(strangers(rowsFrom<Person>([ana], 12), part)).toEqual([]) // the list is newer
    const whole = update(13, { ...ana, id: 9 })
    expect(strangers(after(two(), whole), whole)).toEqual([])
  })

  it('takes places as they are now', () => {
    const next = after(two(), places(11, { id: 1, overallPlace: 1 }, { id: 2, overallPlace: 2 }))
    expect(next.rows.map((p) => p.overallPlace)).toEqual([1, 2])
  })

  it('leaves out what is older than the snapshot or than the row', () => {
    expect(after(two(), update(10, { id: 1, bib: '99' })).rows[0]!.bib).toBe('7')
    const late = after(two(), update(15, { id: 1, bib: '15' }), update(12, { id: 1, bib: '12' }))
    expect(late.rows[0]!.bib).toBe('15')
    expect(after(late, update(15, { id: 1, bib: '15b' })).rows[0]!.bib).toBe('15b')
    // newer news that changed nothing still counts as newer
    expect(after(two(), update(20, { id: 1, bib: '7' }), update(12, { id: 1, bib: '12' })).rows[0]!.bib).toBe('7')
  })

  it('puts a created row in the place of the one its creator made up, and never shows it twice', () => {
    const made: Person = { id: 'NEW-1', raceId: 1, bib: '9', lastName: 'Silva', overallPlace: null }
    const mine = rowsFrom<Person>([ana, made, bo], 10)
    const told = create(11, { id: 3, ephemeralId: 'NEW-1', bib: '9', raceId: 1, lastName: 'Silva' })
    const once = after(mine, told)
    expect(once.rows.map((p) => p.id)).toEqual([1, 3, 2])
    expect(rowOf(once, 'NEW-1')).toBeUndefined()
    expect(after(once, told)).toBe(once)
    // the answer of the save came first and was added on its own
    const both = rowsFrom<Person>([ana, made, { ...made, id: 3 }], 10)
    expect(after(both, told).rows.map((p) => p.id)).toEqual([1, 3])
    expect(once.rows.every((p) => !('ephemeralId' in p))).toBe(true)
  })

  it('adds somebody unknown when enough is said, and not otherwise', () => {
    const whole = { id: 5, raceId: 2, bib: '5', lastName: 'Wolf' }
    expect(rowOf(after(two(), update(11, whole)), 5)).toMatchObject(whole)
    expect(rowOf(after(two(), update(11, { id: 5, bib: '5' })), 5)).toBeUndefined()
  })

  it('takes removed people away for good, but lets a later creation bring them back', () => {
    const rows = two()
    const without = after(rows, gone(12, 1))
    expect(without.rows.map((p) => p.id)).toEqual([2])
    expect(rowOf(without, 2)).toBe(rows.rows[1])
    expect(after(without, create(11, ana)).rows).toHaveLength(1)
    expect(after(without, create(13, ana)).rows).toHaveLength(2)
    expect(after(two(), update(14, { id: 1, bib: '3' }), gone(12, 1)).rows).toHaveLength(2)
  })

  it('ends the same whatever is repeated, and in whatever order news about different people comes', () => {
    for (let seed = 1; seed <= 40; seed++) {
      let s = seed
      const roll = (n: number) => ((s = (Math.imul(s, 1664525) + 1013904223) >>> 0), Math.floor((s / 2 ** 32) * n))
      const start = rowsFrom<Person>(Array.from({ length: 8 }, (_, i) => ({ ...ana, id: i + 1 })), 10)
      const story = Array.from({ length: 30 }, (_, i) => {
        const id = 1 + roll(9)
        return [update(11 + i, { ...ana, id, bib: `b${i}` }), places(11 + i, { id, overallPlace: i }), gone(11 + i, id)][roll(8) === 0 ? 2 : roll(2)]!
      })
      const straight = look(after(start, ...story))
      expect(look(after(start, ...story.flatMap((m) => [m, m]))), `seed ${seed} doubled`).toEqual(straight)
      const byPerson = story.toSorted((a, b) => idOf(a) - idOf(b))
      expect(look(after(start, ...byPerson)), `seed ${seed} regrouped`).toEqual(straight)
      const snapshotHalfway = rowsFrom(after(start, ...story.slice(0, 15)).rows, 25)
      expect(look(after(snapshotHalfway, ...story)), `seed ${seed} snapshot in the middle`).toEqual(straight)
    }
  })

  it('ends with what is true when changes come in parts, whichever snapshot it began with', () => {
    for (let seed = 1; seed <= 25; seed++) {
      let s = seed
      const roll = (n: number) => ((s = (Math.imul(s, 1664525) + 1013904223) >>> 0), Math.floor((s / 2 ** 32) * n))
      const truth = Array.from({ length: 5 }, (_, i): Person => ({ ...ana, id: i + 1 }))
      const snapshots = [rowsFrom(truth.map((p) => ({ ...p })), 10)]
      const story: Message[] = []
      for (let seq = 11; seq < 40; seq++) {
        const person = truth[roll(5)]!
        const field = (['bib', 'lastName', 'overallPlace'] as const)[roll(3)]!
        const value = field === 'overallPlace' ? [null, 1, 2][roll(3)]! : `${field}${roll(2)}` // back and forth
        Object.assign(person, { [field]: value })
        story.push((field === 'overallPlace' ? places : update)(seq, { id: person.id, [field]: value }))
        snapshots.push(rowsFrom(truth.map((p) => ({ ...p })), seq))
      }
      for (const start of snapshots) expect(after(start, ...story).rows, `seed ${seed} from ${start.seq}`).toEqual(truth)
    }
  })

  it('finds every row where the index says', () => {
    const rows = after(two(), create(11, { ...ana, id: 4 }), gone(12, 1), create(13, { ...ana, id: 6 }))
    rows.rows.forEach((p, i) => expect(rows.at.get(p.id)).toBe(i))
    expect(rows.at.size).toBe(rows.rows.length)
  })

  it('keeps the objects of a list that was fetched again', () => {
    const rows = two()
    const again = rowsFrom([{ ...ana }, { ...bo, bib: '80' }], 30, rows)
    expect(again.rows[0]).toBe(rows.rows[0])
    expect(again.rows[1]).not.toBe(rows.rows[1])
    expect(again.seq).toBe(30)
  })

  it('counts anew after a snapshot, for a server that started again counts from one', () => {
    const before = after(two(), update(900, { id: 1, bib: '9' }))
    const again = rowsFrom(before.rows.map((p) => ({ ...p })), 1, before)
    expect(after(again, update(2, { id: 1, bib: '2' })).rows[0]!.bib).toBe('2')
  })

  it('one person alone follows the same messages', () => {
    expect(applyToParticipant(ana, update(11, { id: 1, bib: '70' }))).toMatchObject({ bib: '70' })
    expect(applyToParticipant(ana, places(11, { id: 1, overallPlace: 9 }))).toMatchObject({ overallPlace: 9 })
    expect(applyToParticipant(ana, update(11, { id: 2, bib: '70' }))).toBe(ana)
  })
})

function look(rows: Rows<Person>) {
  return rows.rows.map((p) => [Number(p.id), p.bib, p.overallPlace] as const).toSorted((a, b) => a[0] - b[0])
}

function idOf(m: Message): number {
  return Number(m.ids?.[0] ?? m.participants?.[0]?.id ?? m.entities?.participants?.[0]?.id)
}

describe('messages', () => {
  it('are taken out of batches and carry the number of the batch', () => {
    const inner = [update(0, { id: 1 }), { msgType: 'batch', messages: [{ msgType: 'reload' }] }]
    delete inner[0]!.seq
    expect(messagesOf({ msgType: 'batch', seq: 7, messages: inner }).map((m) => [m.msgType, m.seq])).toEqual([['entityUpdate', 7], ['reload', 7]])
  })

  it('of the older kinds are said in the words of today', () => {
    expect(messagesOf({ update: { participants: { 1: { id: 1, bib: '3' } } } })[0]).toMatchObject({ msgType: 'entityUpdate', entities: { participants: [{ id: 1, bib: '3' }] } })
    expect(messagesOf({ create: { races: [{ id: 2 }] }, raceEventId: 4 })[0]).toMatchObject({ msgType: 'entityCreate', raceEventId: 4, entities: { races: [{ id: 2 }] } })
    expect(messagesOf({ msgType: 'entityCreated', entities: { splits: [{ id: 1 }] } })[0]).toMatchObject({ msgType: 'entityCreate' })
    expect(messagesOf({ msgType: 'participantCreated', participant: { id: 5, bib: '1' } })[0]).toMatchObject({ msgType: 'entityCreate', entities: { participants: [{ id: 5 }] } })
    expect(messagesOf({ msgType: 'raceCreated', id: 3, name: '50K' })[0]).toMatchObject({ entities: { races: [{ id: 3, name: '50K' }] } })
    expect(messagesOf({ msgType: 'model_creation_complete' })).toHaveLength(1)
  })

  it('that are none give nothing, and unknown ones are known to be unknown', () => {
    for (const odd of [null, undefined, 3, 'x', {}, [], { update: 3 }]) expect(messagesOf(odd)).toEqual([])
    expect(knownTypes.has(messagesOf({ msgType: 'dance' })[0]!.msgType)).toBe(false)
  })
})

describe('an event', () => {
  const split = { id: 11, raceId: 1, name: 'Finish', distance: 50_000 }
  const race = { id: 1, raceEventId: 1, name: '50K', splits: [split] }
  const event = { id: 1, name: 'Granite Ridge', races: [race], posIngressState: 'stopped', posIngressStatusAt: '2026-10-03T10:00:00.000Z' }
  const say = (entities: object, msgType = 'entityUpdate'): Message => ({ msgType, seq: 5, raceEventId: 1, entities: entities as never })

  it('follows itself, its races and their splits', () => {
    expect(applyToEvent(event, say({ raceEvents: [{ id: 1, name: 'Ridge' }] })).name).toBe('Ridge')
    expect(applyToEvent(event, say({ races: [{ id: 1, raceEventId: 1, name: '60K' }] })).races[0]).toMatchObject({ name: '60K', splits: [split] })
    expect(applyToEvent(event, say({ splits: [{ id: 11, raceId: 1, name: 'Line' }] })).races[0]!.splits[0]).toMatchObject({ name: 'Line', distance: 50_000 })
    const more = applyToEvent(event, say({ races: [{ id: 2, raceEventId: 1, splits: [] }], splits: [{ id: 12, raceId: 2, distance: 0 }] }, 'entityCreate'))
    expect(more.races.map((r) => r.splits.length)).toEqual([1, 1])
    expect(applyToEvent(event, { msgType: 'entityDelete', collection: 'splits', ids: [11] }).races[0]!.splits).toEqual([])
    expect(applyToEvent(event, { msgType: 'entityDelete', collection: 'races', ids: [1] }).races).toEqual([])
  })

  it('stays the same object when it is not meant, or nothing differs', () => {
    for (const m of [say({ raceEvents: [{ id: 2, name: 'Other' }] }), say({ races: [{ id: 1, raceEventId: 2, name: 'Other' }] }), say({ races: [{ id: 1, name: '50K' }] }), say({ splits: [{ ...split }] }), { msgType: 'entityDelete', collection: 'races', ids: [7] }]) {
      expect(applyToEvent(event, m)).toBe(event)
    }
    const list = [event]
    expect(applyToEvents(list, say({ raceEvents: [{ id: 1, name: 'Granite Ridge' }] }))).toBe(list)
    expect(applyToEvents(list, say({ raceEvents: [{ id: 9, name: 'New', races: [] }] }, 'entityCreate')).map((e) => e.id)).toEqual([9, 1])
    expect(applyToEvents(list, { msgType: 'entityDelete', collection: 'raceEvents', ids: [1] })).toEqual([])
  })

  it('does not go back to an older state of its feed', () => {
    const at = (state: string, statusAt: string): Message => ({ msgType: 'pos_ing_status_change', raceEventId: 1, state, statusAt })
    expect(applyToEvent(event, at('running', '2026-10-03T10:01:00.000Z')).posIngressState).toBe('running')
    expect(applyToEvent(event, at('starting', '2026-10-03T09:59:00.000Z'))).toBe(event)
  })

  it('follows the state of its monitor of last-person-standing races', () => {
    const told: Message = { msgType: 'lps_monitor', raceEventId: 1, status: 'running' }
    expect(applyToEvent({ ...event, lpsMonitor: 'stopped' }, told).lpsMonitor).toBe('running')
    expect(applyToEvent(event, { ...told, raceEventId: 2 })).toBe(event)
  })
})

describe('sources and notifications', () => {
  const sources = () => rowsFrom([{ id: 1, name: 'Mat A', status: 'disconnected', updatedAt: null as string | null, lastMessageId: 5 }], 3)
  it('a status that came too late is left out', () => {
    const status = (messageId: number, word: string): Message => ({ msgType: 'status_change', eventSourceId: 1, status: word, updatedAt: '2026-10-03T10:00:00.000Z', messageId })
    const up = applyToSources(sources(), status(6, 'connected'))
    expect(up.rows[0]).toMatchObject({ status: 'connected', lastMessageId: 6 })
    expect(applyToSources(up, status(4, 'disconnected'))).toBe(up)
    expect(applyToSources(up, { ...status(9, 'x'), eventSourceId: 44 })).toBe(up)
  })
  it('a notification is kept once, until it is removed', () => {
    const told: Message = { msgType: 'notification', seq: 9, notification: { id: 4, title: 'Mat A is silent' } }
    const one = applyToNotifications(rowsFrom([], 1), told)
    expect(one.rows).toHaveLength(1)
    expect(applyToNotifications(one, told)).toBe(one)
    expect(applyToNotifications(one, { msgType: 'entityDelete', seq: 10, collection: 'notifications', ids: [4] }).rows).toEqual([])
  })
  it('a part without anything new leaves the entity as it is', () => {
    const row = { a: 1, b: { c: [1, 2] } }
    expect(mergeEntity(row, { b: { c: [1, 2] } })).toBe(row)
    expect(mergeEntity(row, { b: { c: [1] } })).toEqual({ a: 1, b: { c: [1] } })
  })
})
