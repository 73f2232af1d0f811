import { expect, test } from 'vitest'
import { ingressText, ingressWanted } from './ingress.ts'

test('states in words (SRC-11, A-68)', () => {
  const words = ['', 'starting', 'running', 'stopped', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'odd', '99'].map(ingressText)
  expect(words).toEqual([
    '.', 'Connecting...', 'Connected', 'Disconnected', 'Invalid Configuration', 'Could Not Connect', 'Timed Out', 'Authorization Failed', 'Not Found',
    'Unreadable Response', 'Too Many Requests', 'Server Error', 'No Matching Participants', 'Unknown Error', 'Unknown Error', 'Unknown Error',
  ])
  expect(ingressText(undefined)).toBe('.')
})

test('a number goes on trying', () => {
  expect(['', 'starting', 'running', 'stopped', '2', undefined].map(ingressWanted)).toEqual([false, true, true, false, true, false])
})
