import { expect, it } from 'vitest'
import { rescoredWords } from './rescored.ts'

it('says what a save changed', () => {
  expect(rescoredWords({ people: 44, times: 12, places: 40 })).toBe('Scored again: 12 times, 40 places changed.')
  expect(rescoredWords({ people: 1, statuses: 1 })).toBe('Scored again: 1 status changed.')
  expect([rescoredWords(undefined), rescoredWords({ people: 0 })]).toEqual(['', ''])
})
