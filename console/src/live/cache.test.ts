import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keys } from '../api/queries.ts'
import { CacheWriter } from './cache.ts'
import { Recent } from './recent.ts'
import { rowsFrom, type Rows } from './rows.ts'

interface P { id: number; raceId: number; bib: string; lastName: string }
const rows = (client: QueryClient) => client.getQueryData<Rows<P>>(keys.participants(1))!
const person = (id: number, bib = String(id)): P => ({ id, raceId: 1, bib, lastName: 'Ito' })

describe('CacheWriter', () => {
  let client: QueryClient
  let writer: CacheWriter
  beforeEach(() => {
    vi.useFakeTimers()
    client = new QueryClient()
    client.setQueryData(keys.participants(1), rowsFrom([person(1), person(2)], 10))
    writer = new CacheWriter(client)
  })
  afterEach(() => {
    writer.stop()
    vi.useRealTimers()
  })

  it('draws a frame of messages once', () => {
    let drawn = 0
    client.getQueryCache().subscribe((e) => (drawn += e.type === 'updated' ? 1 : 0))
    for (let i = 0; i < 50; i++) writer.take({ msgType: 'entityUpdate', seq: 11 + i, raceEventId: 1, entities: { participants: [{ id: 1, bib: `b${i}` }] } })
    vi.advanceTimersByTime(20)
    expect(rows(client).rows[0]!.bib).toBe('b49')
    expect(drawn).toBe(1)
  })

  it('leaves the cache alone when nothing changed, and other events out', () => {
    const before = rows(client)
    writer.take({ msgType: 'entityUpdate', seq: 11, raceEventId: 1, entities: { participants: [{ id: 1, bib: '1' }] } })
    writer.take({ msgType: 'entityUpdate', seq: 12, raceEventId: 2, entities: { participants: [{ id: 1, bib: '99' }] } })
    vi.advanceTimersByTime(20)
    expect(rows(client)).toBe(before)
  })

  it('holds newcomers back for a second, and news about them with them', () => {
    writer.take({ msgType: 'entityCreate', seq: 11, raceEventId: 1, entities: { participants: [person(3)] } })
    writer.take({ msgType: 'entityUpdate', seq: 12, raceEventId: 1, entities: { participants: [{ id: 3, bib: '33' }] } })
    writer.take({ msgType: 'entityUpdate', seq: 13, raceEventId: 1, entities: { participants: [{ id: 1, bib: '11' }] } })
    vi.advanceTimersByTime(500)
    expect(rows(client).rows.map((p) => p.bib)).toEqual(['11', '2'])
    vi.advanceTimersByTime(600)
    expect(rows(client).rows.map((p) => p.bib)).toEqual(['11', '2', '33'])
  })

  it('fetches a list again that lacks somebody, once for each', () => {
    const asked = vi.spyOn(client, 'invalidateQueries')
    for (let i = 0; i < 5; i++) {
      writer.take({ msgType: 'entityUpdate', seq: 11 + i, raceEventId: 1, entities: { participants: [{ id: 77, bib: `b${i}` }, { id: 1, bib: `b${i}` }] } })
      vi.advanceTimersByTime(1_000)
    }
    expect(asked).toHaveBeenCalledTimes(1)
    expect(asked).toHaveBeenCalledWith({ queryKey: keys.participants(1), exact: true })
    expect(rows(client).rows[0]!.bib).toBe('b4')
  })

  it('asks for crossings again when one has another id or many came, and not for the checks', () => {
    client.setQueryData(['race_events', 1, 'crossings', {}], [])
    client.setQueryData(['race_events', 1, 'checks'], [])
    const asked = vi.spyOn(client, 'invalidateQueries')
    for (const m of [{ msgType: 'entityDelete', collection: 'crossings', ids: [4] }, { msgType: 'entityUpdate', entities: { crossings: [] } }]) {
      writer.take({ ...m, seq: 11, raceEventId: 1 })
      vi.advanceTimersByTime(1_000)
    }
    expect(asked.mock.calls.map(([q]) => q?.queryKey?.[2])).toEqual(['crossings', 'crossings'])
  })

  it('asks for an opened person again when a read of theirs came, once', () => {
    client.setQueryData(keys.participant(1, 2), { ...person(2), splits: [], reads: [] })
    const asked = vi.spyOn(client, 'invalidateQueries')
    for (let i = 0; i < 9; i++) writer.take({ msgType: 'crossing', seq: 11 + i, raceEventId: 1, crossing: { id: i, participantId: 2 } })
    vi.advanceTimersByTime(20)
    expect(asked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(400)
    expect(asked).toHaveBeenCalledTimes(1)
  })
})

describe('Recent', () => {
  it('gives what came after a snapshot', () => {
    const recent = new Recent()
    recent.add([1, 2, 3].map((seq) => ({ msgType: 'x', seq })))
    expect(recent.after(1).map((m) => m.seq)).toEqual([2, 3])
    expect(recent.after(0)).toEqual([])
  })
  it('waits for the channels, but not for ever', async () => {
    vi.useFakeTimers()
    const recent = new Recent()
    const patient = vi.fn()
    void recent.ready(800).then(patient)
    await vi.advanceTimersByTimeAsync(700)
    expect(patient).not.toHaveBeenCalled()
    recent.connected(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(patient).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })
})
