/** A race as its editor shows it: numbers and milliseconds, and a key for every part, saved or not. Pure. */

import { ms } from '../../lib/time.ts'
import type { Point, Race } from '../../api/types.ts'

/** Stock by size (DATA-15). */
export type ShirtCounts = Race['shirtCounts']

/** A source that feeds a split. */
export interface RouteView { key: string; id: number | null; sourceId: number; backup: boolean; deltaMs: number }

export interface SplitView {
  key: string
  id: number | null
  name: string
  /** Metres; NaN while what is typed is no number. */
  distance: number
  cutoff: number | null
  point: Point | null
  isPublic: boolean
  crewAccessible: boolean
  isTransitionPoint: boolean
  routes: readonly RouteView[]
}

/** `number` is what people call the wave: its id, or for a new one the id that it will get. */
export interface WaveView { key: string; id: number | null; number: number; name: string; time: number | null }

/** A source that is tied to no split (SPLIT-8). */
export interface RoamingView { key: string; id: number | null; sourceId: number }

export interface RaceView {
  name: string
  /** Metres; NaN while what is typed is no number. */
  distance: number
  /** Metres per second; 0 = no test. */
  maxPace: number
  isLoop: boolean
  isTimed: boolean
  scoreByTeam: boolean
  gunTime: boolean
  prefixes: readonly string[]
  startTime: number | null
  cutoff: number | null
  /** Minutes of a round; 0 = not such a race. */
  lpsDuration: number
  color: string
  shirts: ShirtCounts
  splits: readonly SplitView[]
  waves: readonly WaveView[]
  roaming: readonly RoamingView[]
  /** Minutes between waves that are added by hand. */
  spacingMin: number
}

/** Minutes between waves where the race says nothing else (WAVE-3). */
export const WAVE_SPACING_MIN = 5

/** A race that nobody has saved yet (EVT-11). */
export const BLANK: RaceView = {
  name: 'New Race',
  distance: 0,
  maxPace: 0,
  isLoop: false,
  isTimed: false,
  scoreByTeam: false,
  gunTime: false,
  prefixes: [],
  startTime: null,
  cutoff: null,
  lpsDuration: 0,
  color: '',
  shirts: {},
  splits: [],
  waves: [],
  roaming: [],
  spacingMin: WAVE_SPACING_MIN,
}

/** A race as the server says it is. */
export function viewOf(race: Race): RaceView {
  return {
    name: race.name,
    distance: race.distance,
    maxPace: race.maxPace,
    isLoop: race.isLoop,
    isTimed: race.isTimed,
    scoreByTeam: race.scoreByTeam,
    gunTime: race.gunTime,
    prefixes: race.prefixes,
    startTime: instant(race.startTime),
    cutoff: instant(race.cutoff),
    lpsDuration: race.lpsDuration,
    color: race.color,
    shirts: race.shirtCounts,
    splits: race.splits.map((s) => ({
      key: String(s.id),
      id: s.id,
      name: s.name,
      distance: s.distance,
      cutoff: instant(s.cutoff),
      point: s.point,
      isPublic: s.isPublic,
      crewAccessible: s.crewAccessible,
      isTransitionPoint: s.isTransitionPoint,
      routes: s.eventRoutes.map((t) => ({ key: String(t.id), id: t.id, sourceId: t.eventSourceId, backup: t.backup, deltaMs: t.deltaMs })),
    })),
    waves: race.waves.waves.map((w) => ({ key: String(w.id), id: w.id, number: w.id, name: w.name, time: instant(w.time) })),
    roaming: race.roamingESIDs.map((id) => ({ key: String(id), id, sourceId: id })),
    spacingMin: race.waves.attrs.spacingMin || WAVE_SPACING_MIN,
  }
}

function instant(at: string | null): number | null {
  const t = ms(at)
  return Number.isNaN(t) ? null : t
}

/** Whether a split can be the finish: within 10 % of the race distance (SPLIT-12). */
export function nearFinish(split: number, race: number): boolean {
  return split > 0 && Math.abs(split - race) <= race * 0.1
}
