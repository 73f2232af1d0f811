import { expect, it } from 'vitest'
import type { Fix, Participant, Problem } from '../../api/types.ts'
import { bodyOf, kindsOf, neighbour, openAfter, wordOf } from './inbox.ts'

const problem = (id: string) => ({ id, kind: id.split(':')[0] }) as Problem
const list = [problem('unknown_tag:1'), problem('missing_split:2'), problem('unknown_tag:3')]

it('counts kinds, the most frequent first', () => {
  expect(kindsOf(list)).toEqual([
    { kind: 'unknown_tag', word: 'Unknown tag', n: 2 },
    { kind: 'missing_split', word: 'Missing split', n: 1 },
  ])
  expect(wordOf('something_new')).toBe('something new')
})

it('goes on with the next when one is settled, and back from the last', () => {
  expect(neighbour(list, 'unknown_tag:1')?.id).toBe('missing_split:2')
  expect(neighbour(list, 'unknown_tag:3')?.id).toBe('missing_split:2')
  expect(neighbour(list.slice(0, 1), 'unknown_tag:1')).toBeUndefined()
})

it('opens in the address and leaves the rest of the view', () => {
  expect(openAfter({ kind: 'unknown_tag', open: 'a' }, 'b')).toEqual({ kind: 'unknown_tag', open: 'b' })
  expect(openAfter({ kind: 'unknown_tag', open: 'a' }, undefined)).toEqual({ kind: 'unknown_tag' })
})

it('puts the chosen person where the request wants them', () => {
  const person = { id: 7 } as Participant
  expect(bodyOf({ action: 'saveParticipant', needs: 'participant', body: { chips: { add: ['4711'] } } } as unknown as Fix, person)).toEqual({ chips: { add: ['4711'] }, id: 7 })
  expect(bodyOf({ action: 'reassignCrossings', needs: 'participant', body: { crossings: [1] } } as unknown as Fix, person)).toEqual({ crossings: [1], receiver: 7 })
  expect(bodyOf({ action: 'setStatus', needs: '', body: { status: 0 } } as unknown as Fix, person)).toEqual({ status: 0 })
})
