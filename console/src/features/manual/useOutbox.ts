import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { measureClock, refusalOf, saveBatch } from '../../api/manual.ts'
import { keys } from '../../api/queries.ts'
import type { Participant } from '../../api/types.ts'
import { useConnection } from '../../live/connection.ts'
import type { Rows } from '../../live/rows.ts'
import type { Entry } from './entries.ts'
import { connectOutbox, nudgeOutbox } from './outbox.ts'
import { whoHas } from './who.ts'

/** Sends entered times for as long as the console is open, whatever screen is shown. */
export function useOutbox(): void {
  const client = useQueryClient()
  const { connected } = useConnection()
  useEffect(() => {
    const people = (eventId: number) => client.getQueryData<Rows<Participant>>(keys.participants(eventId))
    return connectOutbox({
      probe: measureClock,
      // Whose bib it is is looked up now, not when it was typed: it may have been given to somebody since.
      post: (entries) => saveBatch(entries[0]!.raceEventId, entries.map((e) => newCrossing(e, people(e.raceEventId)))),
      refusal: refusalOf,
      alone,
    })
  }, [client])
  useEffect(() => {
    if (connected) nudgeOutbox()
  }, [connected])
}

function newCrossing(e: Entry, people: Rows<Participant> | undefined) {
  return { ephemeralId: e.id, participantId: whoHas(people, e.bib)?.id ?? null, eventSourceId: e.sourceId, timestamp: new Date(e.at).toISOString(), tag: e.bib }
}

// Browsers have no locks on a network without certificates. Then two tabs may both send, which costs a message and nothing else:
// the id of a time makes it one.
function alone(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return work()
  return locks.request('manual-time', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}
