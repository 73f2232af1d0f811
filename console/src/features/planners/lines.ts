/** A wave plan joined with the roster: one line for each person, in the order of the plan. Pure. */

import type { PlannedStart, WaveData, WavePlan } from '../../api/planners.ts'
import type { Participant } from '../../api/types.ts'
import { clock } from '../../lib/time.ts'

/** One person of a plan as the table shows them. */
export interface Line {
  id: number
  /** Place in the plan, from 0. */
  place: number
  bib: string
  name: string
  gender: string
  wave: number
  time: string
  pref: string
  weight: number
  request: string
  start: PlannedStart
  /** Why they have no wave, or what is unusual. */
  remark: string
}

/** The start preferences by their words (WAVE-6). */
export const PREFERENCES = [
  { value: '', label: 'None' },
  { value: 'early+', label: 'Strong Early Start' },
  { value: 'early', label: 'Early Start' },
  { value: 'late', label: 'Late Start' },
  { value: 'late+', label: 'Strong Late Start' },
]

export function preferenceWords(pref: string): string {
  return PREFERENCES.find((p) => p.value === pref)?.label ?? pref
}

/** The lines of a plan. People who are not on the roster yet stay without a name until it comes. */
export function linesOf(plan: WavePlan, people: ReadonlyMap<number, Participant>, data: ReadonlyMap<number, WaveData>, zone: string): Line[] {
  const times = new Map(plan.waves.map((w) => [w.id, w.time ? clock(w.time, zone) : '']))
  return plan.people.map((start, place) => {
    const p = people.get(start.participantId)
    const d = data.get(start.participantId)
    return {
      id: start.participantId,
      place,
      bib: p?.bib ?? '',
      name: p ? `${p.firstName} ${p.lastName}`.trim() : '',
      gender: p?.gender ?? '',
      wave: start.waveId,
      time: times.get(start.waveId) ?? '',
      pref: d?.wavePref ?? '',
      weight: d?.waveWeight ?? 0,
      request: d?.waveRequest ?? '',
      start,
      remark: [start.why, start.remark, start.ownStart ? 'keeps their own start' : ''].filter(Boolean).join('; '),
    }
  })
}

const BASES: Record<PlannedStart['basis'], string> = {
  ranking: 'ranking',
  blend: 'ranking of few results, drawn to the average',
  average: 'no ranking: about the average',
  bib: 'order of bibs',
  random: 'order by lot',
}

/** The terms of a score with their words; they add up to the last, which is the mean of the party where there is one (A-107). */
export function termsOf(s: PlannedStart, prefWeight: number, elite: boolean): { words: string; value: number; sum?: true }[] {
  const terms: { words: string; value: number; sum?: true }[] = [
    { words: `${elite ? '' : `${(1 - prefWeight).toFixed(3)} × `}${s.value.toFixed(3)} ${BASES[s.basis]}`, value: s.ranking },
    { words: 'Preference', value: s.preference ?? 0 },
    { words: 'Gender', value: s.gender ?? 0 },
    { words: 'Weight', value: s.weight ?? 0 },
    { words: 'Score', value: s.own, sum: true },
  ]
  if (s.party) terms.push({ words: `Mean of party ${s.party}`, value: s.score, sum: true })
  return terms
}

/** Signed, with three decimals: +0.402. */
export function signed(n: number): string {
  return `${n < 0 ? '−' : '+'}${Math.abs(n).toFixed(3)}`
}

/** Why somebody is where they are, in one line. */
export function whyLine(l: Line, prefWeight: number, elite: boolean): string {
  const terms = termsOf(l.start, prefWeight, elite).filter((t) => t.sum || t.value !== 0)
  return terms.map((t) => `${t.words} ${signed(t.value)}`).join(', ')
}
