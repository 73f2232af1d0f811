import { expect, it } from 'vitest'
import type { Check, EventSource, RaceEvent } from '../api/types.ts'
import { configLight, sourcesLight, trackingLight, usedSources } from './strip.ts'

const source = (id: number, status: string, deleted = false) => ({ id, name: `Mat ${id}`, status, deleted }) as EventSource
const reasons = (n: number) => Array.from({ length: n }, () => ({}) as Check)

it('counts only the sources that the races use', () => {
  const event = { races: [{ roamingESIDs: [3], splits: [{ eventRoutes: [{ eventSourceId: 1 }] }] }] } as unknown as RaceEvent
  const all = [source(1, 'connected'), source(2, 'connected'), source(3, 'connected'), source(4, 'connected', true)]
  expect(usedSources(event, all).map((s) => s.id)).toEqual([1, 3])
  expect(usedSources(undefined, all)).toEqual([])
})

it.each([
  [[], 'off'],
  [['disconnected', 'disconnected'], 'bad'],
  [['connected', 'connected'], 'good'],
  [['connected', 'disconnected'], 'warn'],
] as const)('sources %j are %s', (states, light) => {
  expect(sourcesLight(states.map((s, i) => source(i, s))).state).toBe(light)
})

it('config is off without an event or before an answer, bad when it failed', () => {
  expect(configLight(false, false, undefined).state).toBe('off')
  expect(configLight(true, false, undefined).state).toBe('off')
  expect(configLight(true, true, undefined).state).toBe('bad')
})

it.each([[0, 'good'], [1, 'warn'], [3, 'warn'], [4, 'bad'], [9, 'bad']] as const)('config with %i reasons is %s', (n, light) => {
  expect(configLight(true, false, reasons(n)).state).toBe(light)
})

it('tracking is red after 15 s without a heartbeat, and absent while it does not run', () => {
  expect(trackingLight('off', 0, 50_000)).toBeNull()
  expect(trackingLight('waiting', 0, 50_000)).toBeNull()
  expect(trackingLight('starting', 0, 50_000)?.state).toBe('bad')
  expect(trackingLight('running', 35_000, 50_000)?.state).toBe('good')
  expect(trackingLight('running', 34_999, 50_000)?.state).toBe('bad')
  expect(trackingLight('failing', 0, 50_000)?.state).toBe('bad')
})
