/** Bibs and start waves: plans that the server makes and nobody has saved yet, and saving them. Each save is one entry of the journal. */

import { queryOptions } from '@tanstack/react-query'
import { answer, answerWithHeaders, api } from './http.ts'
import type { components } from './schema'
import type { Race } from './types.ts'

type Schemas = components['schemas']

export type BibPlan = Schemas['BibPlan']
export type BibStats = Schemas['BibStats']
export type WavePlan = Schemas['PlannedWaves']
export type PlannedStart = Schemas['PlannedStart']
export type PlannedWave = Schemas['PlannedWave']
export type WaveAttrs = Schemas['WaveAttrs']

/** The orders of bibs as the server names them (BIB-2). */
export type BibSort = 'registrationDate' | 'lastName' | 'wave' | 'rank'

/** Who would get which bib; without ranges those of the race hold. */
export function planBibs(eventId: number, raceId: number, sort: BibSort, secondary: BibSort, ranges?: string): Promise<BibPlan> {
  return answer(
    api.POST('/race_events/{id}/races/{raceId}/plan_bibs', {
      params: { path: { id: eventId, raceId } },
      body: { sort, secondary, ...(ranges === undefined ? {} : { ranges }) },
    }),
  )
}

/** Gives bibs, and takes them away where they are null: all or nothing. With ranges the race keeps them (BIB-16). */
export function assignBibs(eventId: number, assignments: Record<string, string | null>, ranges?: { raceId: number; bibRanges: string }): Promise<Schemas['AssignedBibs']> {
  return answer(api.PUT('/race_events/{id}/participants/assign_bibs', { params: { path: { id: eventId } }, body: { assignments: assignments as Record<string, string>, ...ranges } }))
}

/** Who would start in which wave, and why; without settings those of the race hold. */
export function planWaves(eventId: number, raceId: number, attrs: WaveAttrs | undefined, signal: AbortSignal): Promise<WavePlan> {
  return answer(api.POST('/race_events/{id}/races/{raceId}/plan_waves', { params: { path: { id: eventId, raceId } }, body: attrs ? { attrs } : {}, signal }))
}

/** One wave with its people, as it is saved; number 0 is no wave at all (WPLAN-18). */
export interface WaveOfPeople { id: number; time: string | null; participants: number[] }

/** Replaces the waves of a race and who is in them. Settings that are not sent stay. */
export async function assignWaves(eventId: number, raceId: number, waves: WaveOfPeople[], attrs?: WaveAttrs): Promise<{ editId: number; race: Race & { rescored?: Schemas['Rescored'] } }> {
  const { data, headers } = await answerWithHeaders(
    api.POST('/race_events/{id}/races/{raceId}/assign_waves', { params: { path: { id: eventId, raceId } }, body: { waves: waves as never, ...(attrs ? { attrs } : {}) } }),
  )
  return { editId: Number(headers.get('Edit') ?? 0), race: data as never }
}

/** What the wave planner knows of a person besides the list (API-27). */
export interface WaveData { id: number; waveBuddy: string; waveWeight: number; wavePref: string; waveRequest: string; rank: number }

export const waveDataKey = (eventId: number) => ['race_events', eventId, 'wave_data'] as const

/** Wave data of everybody in an event, by id. */
export function waveData(eventId: number) {
  return queryOptions({
    queryKey: waveDataKey(eventId),
    queryFn: async ({ signal }) => {
      const list = await answer(
        api.GET('/race_events/{id}/participants/detail', { params: { path: { id: eventId }, query: { a: 'wave_buddy wave_weight wave_pref wave_request rank' } }, signal }),
      )
      return new Map((list as unknown as WaveData[]).map((p) => [p.id, p]))
    },
    staleTime: 0,
    structuralSharing: false,
  })
}
