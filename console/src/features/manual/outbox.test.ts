import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../lib/id.ts'
import { allEntries, dropEntries, type Entry, putEntries, reloadEntries } from './entries.ts'
import { connectOutbox, flush, type Line, queueEntries } from './outbox.ts'

const entry = (e: Partial<Entry> = {}): Entry => ({ id: newId(), raceEventId: 1, sourceId: 2, at: 1000, bib: '7', state: 'draft', ...e })

class Refused extends Error {
  constructor(message: string, readonly final = true) {
    super(message)
  }
}

// A server that stores by id, as the real one does, and a line that can be cut before and after it.
class House implements Line {
  stored = new Map<string, Entry>()
  posts: string[][] = []
  up = true
  losesAnswer = false
  refuses: Refused | undefined
  probe = async () => {
    if (!this.up) throw new Error('no line')
  }
  post = async (batch: readonly Entry[]) => {
    this.posts.push(batch.map((e) => e.bib))
    if (this.refuses) throw this.refuses
    for (const e of batch) this.stored.set(e.id, e)
    if (this.losesAnswer) throw new Error('the answer was lost')
    return 17
  }
  refusal = (error: unknown) => (error instanceof Refused ? { words: error.message, final: error.final } : null)
  alone = async (work: () => Promise<void>) => work()
}

let house: House
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  reloadEntries()
  house = new House()
  stop = connectOutbox(house)
})
afterEach(() => {
  stop()
  dropEntries(allEntries().map((e) => e.id))
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('the outbox', () => {
  it('sends what is queued as one batch, oldest first, and leaves drafts alone', async () => {
    const draft = entry({ bib: '' })
    putEntries([draft])
    queueEntries([entry({ at: 2000, bib: '8' }), entry({ at: 1000, bib: '7' })])
    await settle()
    expect(house.posts).toEqual([['7', '8']])
    expect(allEntries()).toEqual([draft])
  })

  it('sends a batch for each source', async () => {
    queueEntries([entry({ sourceId: 2, bib: '1' }), entry({ sourceId: 3, bib: '2' }), entry({ sourceId: 2, bib: '3', at: 3000 })])
    await settle()
    expect(house.posts.toSorted()).toEqual([['1', '3'], ['2']])
  })

  it('keeps everything while there is no line, as changeable as it was, and sends it when the line is back', async () => {
    house.up = false
    queueEntries([entry()])
    await settle()
    expect(allEntries().map((e) => e.state)).toEqual(['queued'])
    expect(house.posts).toEqual([])
    house.up = true
    await vi.advanceTimersByTimeAsync(5_000)
    expect(allEntries()).toEqual([])
    expect(house.stored.size).toBe(1)
  })

  it('sends again after a lost answer, the same under the same name, and stores nothing twice', async () => {
    house.losesAnswer = true
    queueEntries([entry(), entry({ at: 2000 })])
    await settle()
    expect(allEntries().map((e) => e.state)).toEqual(['sent', 'sent'])
    reloadEntries()
    expect(allEntries().map((e) => e.state)).toEqual(['sent', 'sent'])
    house.losesAnswer = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(house.posts).toHaveLength(2)
    expect(house.stored.size).toBe(2)
    expect(allEntries()).toEqual([])
  })

  it('gives back what the server refuses, with its words', async () => {
    house.refuses = new Refused('There is no source 9.')
    queueEntries([entry({ sourceId: 9 })])
    await settle()
    expect(allEntries()).toMatchObject([{ state: 'draft', problem: 'There is no source 9.' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(house.posts).toHaveLength(1)
  })

  it('waits when the server takes nothing at the moment', async () => {
    house.refuses = new Refused('Sign in first.', false)
    queueEntries([entry()])
    await settle()
    expect(allEntries()[0]!.state).toBe('queued')
    house.refuses = undefined
    await vi.advanceTimersByTimeAsync(5_000)
    expect(allEntries()).toEqual([])
  })

  it('leaves the sending to another tab that is at it', async () => {
    house.alone = async () => {}
    queueEntries([entry()])
    await settle()
    expect(house.posts).toEqual([])
    await flush()
    expect(allEntries()).toHaveLength(1)
  })
})
