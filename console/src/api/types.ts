/**
 * Names for the shapes that screens use. Instants are RFC 3339 text in UTC with milliseconds; durations are whole
 * milliseconds in fields ending Ms; null means absent. Screens import from here, never from the generated schema.
 */

export type Instant = string

export interface Point { lat: number; lon: number }
export interface OwnStart { arbitrary: boolean; timestamp: Instant | null }

export interface Participant {
  id: number
  raceEventId: number
  raceId: number
  bib: string
  firstName: string
  lastName: string
  gender: string
  age: number | null
  teamName: string
  city: string
  state: string
  country: string
  notes: string
  registeredAt: Instant | null
  waveId: number
  waveTime: Instant | null
  waveStartTime: OwnStart
  waveRequest: string
  status: number
  statusLabel: string
  statusAutomatic: boolean
  st: Instant | null
  ft: Instant | null
  timeMs: number | null
  elapsedMs: number | null
  gunMs: number | null
  chipMs: number | null
  lastSeenAt: Instant | null
  lastSplitId: number
  lapCount: number
  distance: number
  lastLoc: Point | null
  overallPlace: number | null
  genderPlace: number | null
  bandPlace: number | null
  flag: string
  afterCutoff: boolean
  position: number
}

export interface SplitTime {
  splitId: number
  name: string
  lap: number
  distance: number
  at: Instant | null
  outAt: Instant | null
  elapsedMs: number
  place: number | null
  genderPlace: number | null
  readId: number
  afterCutoff: boolean
}

export interface Read {
  id: number
  crossingId: number
  participantId: number
  eventSourceId: number
  source: string
  tag: string
  at: Instant | null
  readAt: Instant | null
  disposition: string
  reason: string
  valid: boolean
  splitId: number
  split: string
  lap: number
  manual: boolean
  backup: boolean
  corrected: boolean
  locked: boolean
}

export interface Crossing {
  id: number
  raceEventId: number
  participantId: number
  raceId: number
  splitId: number
  eventSourceId: number
  readerId: string
  tag: string
  timestamp: Instant | null
  loopId: number
  validCrossing: boolean
  disposition: string
  reason: string
  locked: boolean
  corrected: boolean
  reads: number
  overallPlace: number | null
  genderPlace: number | null
  bib: string
  firstName: string
  lastName: string
  split: string
  color: string
}

export interface ParticipantDetail extends Participant {
  dob: string
  chips: string[]
  uniqueId: string
  email: string
  phone: string
  address: string
  zip: string
  emergencyName: string
  emergencyPhone: string
  outOf: { overall: number; gender: number; band: number }
  band: string
  splits: SplitTime[]
  crossings: Crossing[]
  reads: Read[]
}

export interface Route { id: number; raceId: number; splitId: number; eventSourceId: number; backup: boolean; deltaMs: number }
export interface Split {
  id: number
  raceId: number
  name: string
  distance: number
  cutoff: Instant | null
  isPublic: boolean
  crewAccessible: boolean
  isTransitionPoint: boolean
  eventRoutes: Route[]
}
export interface Wave { id: number; name: string; time: Instant | null }
export interface Race {
  id: number
  raceEventId: number
  name: string
  distance: number
  isLoop: boolean
  isTimed: boolean
  scoreByTeam: boolean
  gunTime: boolean
  startTime: Instant | null
  cutoff: Instant | null
  lpsDuration: number
  color: string
  ageBands?: number[]
  splits: Split[]
  roamingESIDs: number[]
  waves: { waves: Wave[] }
}
export interface RaceEvent {
  id: number
  name: string
  slug: string
  timezone: string
  timezoneOffset: number
  isPublic: boolean
  lastImportAt: Instant | null
  races: Race[]
}

export interface EventSource {
  id: number
  name: string
  status: string
  updatedAt: Instant | null
  syncedAt: Instant | null
  pendingCount: number
  clockOffsetMs: number
  applyClockOffset: boolean
  deleted?: boolean
}

/** A finding about an event's set-up; the message is written for people (STAT-4 … STAT-7). */
export interface Check { raceId: number; race: string; level: string; message: string }

export interface Version { version: string; branch: string; commit: string; date: string; now: Instant | null }

export interface LoginAnswer { token: string; expiresAt: Instant | null }

export interface Placement { id: number; overallPlace: number | null; genderPlace: number | null; bandPlace: number | null; position: number }

export interface Notification {
  id: number
  raceEventId: number
  type: string
  title: string
  detail: string
  action: string
  actionTitle: string
  at: Instant | null
}

/** One frame of a channel. Only the fields of its msgType are set. */
export interface Message {
  msgType: string
  seq?: number
  raceEventId?: number
  entities?: Record<string, ({ id: number } & Record<string, unknown>)[]>
  collection?: string
  ids?: number[]
  participants?: Placement[]
  crossing?: Crossing | null
  messages?: Message[]
  notification?: Notification | null
  eventSourceId?: number
  status?: string
  updatedAt?: Instant
  messageId?: number
  tag?: string
  p?: number | null
}
