import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../lib/id.ts'
import { allEntries, dropEntries, type Entry, putEntries, reloadEntries } from './entries.ts'

const entry = (e: Partial<Entry>): Entry => ({ id: newId(), raceEventId: 1, sourceId: 2, at: 1000, bib: '7', state: 'draft', ...e })

beforeEach(() => {
  localStorage.clear()
  reloadEntries()
})

describe('entered times', () => {
  it('are kept before anything else, newest first, and read again after a reload', () => {
    const [a, b] = [entry({ at: 1000 }), entry({ at: 2000, bib: '' })]
    putEntries([a, b])
    expect(allEntries()).toEqual([b, a])
    reloadEntries()
    expect(allEntries()).toEqual([b, a])
  })

  it('go when they are dropped, and only they', () => {
    const [a, b] = [entry({}), entry({})]
    putEntries([a, b])
    dropEntries([a.id])
    reloadEntries()
    expect(allEntries()).toEqual([b])
  })

  it('follow another tab', () => {
    const theirs = entry({ bib: '9' })
    const key = `manualTime.${theirs.id}`
    localStorage.setItem(key, JSON.stringify(theirs))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(allEntries()).toEqual([theirs])
    localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(allEntries()).toEqual([])
  })

  it('that are damaged are left out and left alone', () => {
    localStorage.setItem('manualTime.x', '{"id":"x"')
    localStorage.setItem('manualTime.y', JSON.stringify({ ...entry({}), id: 'z' }))
    reloadEntries()
    expect(allEntries()).toEqual([])
    expect(localStorage.length).toBe(2)
  })

  it('have names of their own', () => {
    expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000)
  })
})
