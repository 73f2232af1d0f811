// What can be done with crossings: each action with its words, its key, whether it can be done now and why not. Pure but for what `run` starts.

import type { QueryClient } from '@tanstack/react-query'
import { undoable } from './actions.ts'
import { restoreCrossings } from './crossings.ts'
import { keys } from './queries.ts'
import type { Crossing } from './types.ts'
import { toast } from '../lib/toast.ts'
import { plural } from '../lib/units.ts'
import { openWindow } from '../lib/windows.ts'

export interface Action {
  id: 'edit' | 'reassign' | 'laps' | 'void' | 'restore' | 'why'
  label: string
  key: string
  /** Why it cannot be done. */
  why?: string
  run: () => void
}

/** The actions for these crossings, in the order in which they are offered. */
export function actionsOn(crossings: readonly Crossing[], raceEventId: number, client: QueryClient): Action[] {
  const [one] = crossings
  const single = crossings.length === 1
  const voided = crossings.filter((c) => c.disposition === 'voided')
  const action = (id: Action['id'], label: string, key: string, why: string | false, run: () => void): Action => ({ id, label, key, run, ...(why ? { why } : {}) })
  const many = crossings.length > 1 && 'One at a time'
  const none = crossings.length === 0 && 'Choose a crossing first'
  return [
    action('edit', 'Edit…', 'e', none || many, () => openWindow('editCrossing', { raceEventId, crossing: one! })),
    action('reassign', 'Reassign…', 'r', none, () => openWindow('reassignCrossings', { raceEventId, crossings })),
    action('laps', 'Insert laps…', 'i', none || many || (single && !one!.participantId && 'It belongs to nobody yet'), () => openWindow('insertLaps', { raceEventId, crossing: one! })),
    action('void', 'Void…', 'v', none || (voided.length === crossings.length && 'Voided already'), () => openWindow('voidCrossings', { raceEventId, crossings: crossings.filter((c) => c.disposition !== 'voided') })),
    action('restore', 'Restore', 'u', none || (voided.length === 0 && 'Only what was voided'), () => void restore(client, raceEventId, voided)),
    action('why', 'Why…', 'w', none || many, () => openWindow('whyCrossing', { raceEventId, crossing: one! })),
  ]
}

/** Brings voided crossings back at once: it loses nothing, and the toast takes it back. */
export async function restore(client: QueryClient, raceEventId: number, crossings: readonly Crossing[]): Promise<void> {
  try {
    const acted = await restoreCrossings(raceEventId, crossings.map((c) => c.id), '')
    undoable(acted.editId, acted.summary || `${plural(crossings.length, 'crossing', 'crossings')} restored.`)
    written(client, raceEventId)
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error))
  }
}

/** After a write: what shows crossings asks again at once, without waiting for the news of it. */
export function written(client: QueryClient, raceEventId: number): void {
  void client.invalidateQueries({ queryKey: keys.crossingList(raceEventId) })
  void client.invalidateQueries({ queryKey: ['race_events', raceEventId, 'crossings'] })
  void client.invalidateQueries({ predicate: (q) => q.queryKey[1] === raceEventId && q.queryKey[2] === 'participants' && q.queryKey.length > 3 })
}
