import { describe, expect, it } from 'vitest'
import type { Crossing } from '../../api/types.ts'
import { bodyOf, changesTo, draftOf, faultsOf, newDraft } from './draft.ts'

const ZONE = 'America/Phoenix'
const AT = '2026-10-03T13:02:03.250Z'
const crossing = { id: 9, participantId: 3, timestamp: AT, eventSourceId: 2, splitId: 12, loopId: 0, locked: false, disposition: 'split' } as Crossing
const edit = (over: object, c = crossing, laps = false) => changesTo(c, { ...draftOf(c, ZONE), ...over }, ZONE, laps)

describe('changing a crossing', () => {
  it('sends nothing when nothing differs, whatever the reason says', () => {
    expect(edit({})).toBeNull()
    expect(edit({ why: 'because' })).toBeNull()
    expect(edit({ time: '06:02:03.250' })).toBeNull()
  })
  it('sends what differs alone', () => {
    expect(edit({ time: '06:02:04', why: ' hand watch ' })).toEqual({ timestamp: '2026-10-03T13:02:04.000Z', why: 'hand watch' })
    expect(edit({ participantId: 4, sourceId: 5 })).toEqual({ participantId: 4, eventSourceId: 5 })
  })
  it('locks by choosing a split and unlocks by Automatic (XING-7, A-49)', () => {
    expect(edit({ splitId: 12 })).toEqual({ splitId: 12, loopId: null })
    expect(edit({ splitId: 0 }, { ...crossing, locked: true })).toEqual({ splitId: null, loopId: null })
    expect(edit({ splitId: 12, lap: 3 }, crossing, true)).toEqual({ splitId: 12, loopId: 2 })
  })
  it('says valid, not valid, or what scoring says (A-48)', () => {
    expect(edit({ valid: 'no' })).toEqual({ validCrossing: false })
    expect(edit({ valid: 'scored' }, { ...crossing, disposition: 'forced_invalid', forced: false })).toEqual({ validCrossing: null })
    expect(draftOf({ ...crossing, forced: true }, ZONE).valid).toBe('yes')
    expect(edit({ valid: 'yes' }, { ...crossing, forced: true })).toBeNull()
    expect(edit({ valid: 'scored' }, { ...crossing, forced: true })).toEqual({ validCrossing: null })
  })
})

describe('entering a crossing', () => {
  const now = Date.parse(AT)
  const proposal = { splitId: 13, split: 'Finish', eventSourceId: 7, source: 'Finish line', timestamp: AT, why: '' }
  it('begins with what is proposed', () => {
    const d = newDraft(ZONE, 0, proposal, 3)
    expect(faultsOf(d, ZONE, now, true)).toEqual({})
    expect(bodyOf(d, ZONE, now, false)).toEqual({ participantId: 3, eventSourceId: 7, timestamp: AT, splitId: 13 })
  })
  it('needs a time, a source and a person (XING-6, XING-8)', () => {
    expect(faultsOf({ ...newDraft(ZONE, now), time: 'noon' }, ZONE, now, true)).toEqual({
      timestamp: expect.stringContaining('not a time'),
      eventSourceId: 'Choose an Event Source',
      participantId: expect.any(String),
    })
  })
})
