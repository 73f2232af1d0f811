// The form of Edit Crossing: what stands in it, what is wrong with it, and what is sent. Pure.

import type { CrossingBody, Proposal } from '../../api/crossings.ts'
import type { Crossing } from '../../api/types.ts'
import { ms } from '../../lib/time.ts'
import { parseWall, wallText } from '../../lib/wallClock.ts'

export type Valid = 'scored' | 'yes' | 'no'

export interface Draft {
  participantId: number
  time: string
  /** 0 while none is chosen. */
  sourceId: number
  /** 0: automatic, by what was read before and after. */
  splitId: number
  /** From 1. */
  lap: number
  valid: Valid
  why: string
}

export type Faults = Partial<Record<'participantId' | 'timestamp' | 'eventSourceId' | 'loopId', string>>

/** The form for a crossing that is there. */
export function draftOf(c: Crossing, zone: string): Draft {
  return {
    participantId: c.participantId,
    time: wallText(c.timestamp, zone),
    sourceId: c.eventSourceId,
    splitId: c.locked ? c.splitId : 0,
    lap: c.loopId + 1,
    valid: c.forced === undefined ? 'scored' : c.forced ? 'yes' : 'no',
    why: '',
  }
}

/** The form for one that is to be entered: from what is proposed, or from the present time. */
export function newDraft(zone: string, now: number, proposal?: Proposal, participantId = 0): Draft {
  return {
    participantId,
    time: wallText(proposal?.timestamp ?? now, zone),
    sourceId: proposal?.eventSourceId ?? 0,
    splitId: proposal?.splitId ?? 0,
    lap: 1,
    valid: 'scored',
    why: '',
  }
}

/** What keeps the form from being sent. `near` gives the day where none is typed. */
export function faultsOf(d: Draft, zone: string, near: number, isNew: boolean): Faults {
  const out: Faults = {}
  if (parseWall(d.time, zone, near) === null) out.timestamp = 'This is not a time. Write 06:02:03.250, with the day before it when it is another.'
  if (d.sourceId === 0) out.eventSourceId = 'Choose an Event Source'
  if (isNew && d.participantId === 0) out.participantId = 'Say whose crossing it is.'
  if (d.splitId !== 0 && !(d.lap >= 1)) out.loopId = 'Laps count from 1.'
  return out
}

/** What is sent to change a crossing: only what differs. Null when nothing does. `laps`: the race counts them. */
export function changesTo(c: Crossing, d: Draft, zone: string, laps: boolean): CrossingBody | null {
  const was = draftOf(c, zone)
  const out: CrossingBody = {}
  const at = parseWall(d.time, zone, ms(c.timestamp))
  if (at !== null && at !== ms(c.timestamp)) out.timestamp = new Date(at).toISOString()
  if (d.participantId !== c.participantId) out.participantId = d.participantId
  if (d.sourceId !== c.eventSourceId) out.eventSourceId = d.sourceId
  if (d.splitId !== was.splitId || (laps && d.splitId !== 0 && d.lap !== was.lap)) {
    out.splitId = d.splitId || null
    out.loopId = d.splitId && laps ? d.lap - 1 : null
  }
  if (d.valid !== was.valid) out.validCrossing = d.valid === 'scored' ? null : d.valid === 'yes'
  if (Object.keys(out).length === 0) return null
  return d.why.trim() ? { ...out, why: d.why.trim() } : out
}

/** What is sent to enter a crossing; the form must be without faults. */
export function bodyOf(d: Draft, zone: string, near: number, laps: boolean): CrossingBody {
  const out: CrossingBody = { participantId: d.participantId, eventSourceId: d.sourceId, timestamp: new Date(parseWall(d.time, zone, near)!).toISOString() }
  if (d.splitId) out.splitId = d.splitId
  if (d.splitId && laps) out.loopId = d.lap - 1
  if (d.valid !== 'scored') out.validCrossing = d.valid === 'yes'
  if (d.why.trim()) out.why = d.why.trim()
  return out
}
