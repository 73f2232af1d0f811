/**
 * Names for the shapes that screens use, taken from the generated schema, so that a change of the API is a compile error here.
 * Instants are RFC 3339 text in UTC with milliseconds; durations are whole milliseconds in fields ending Ms; null means absent.
 */

import type { components } from './schema'

type Schemas = components['schemas']

export type Explanation = Schemas['Explanation']
export type Instant = string
export type Acted = Schemas['Acted']
export type LpsRace = Schemas['LpsRace']
export type LpsPerson = Schemas['LpsPerson']
export type Board = Schemas['Board']
export type Check = Schemas['Check']
export type Course = Schemas['Course']
export type Crossing = Schemas['Crossing']
export type Edit = Schemas['Edit']
export type Due = Schemas['Due']
export type EventSource = Schemas['Source']
export type Fix = Schemas['Fix']
export type Ingress = Schemas['Ingress']
export type LoginAnswer = Schemas['LoginAnswer']
export type MapSetup = Schemas['MapSetup']
export type Notification = Schemas['Notification']
export type OwnStart = Schemas['OwnStart']
export type Participant = Schemas['Participant']
export type ParticipantDetail = Schemas['ParticipantDetail']
export type Placement = Schemas['Placement']
export type Point = Schemas['Point']
export type Problem = Schemas['Problem']
export type Race = Schemas['Race']
export type RaceBoard = Schemas['RaceBoard']
export type RaceEvent = Schemas['Event']
export type Read = Schemas['Read']
export type Reset = Schemas['Reset']
export type Route = Schemas['Route']
export type ScoreChange = Schemas['ScoreChange']
export type Split = Schemas['Split']
export type SplitBoard = Schemas['SplitBoard']
export type SplitTime = Schemas['SplitTime']
export type Version = Schemas['Version']
export type Wave = Schemas['Wave']

/** One frame of a channel. Only the fields of its msgType are set. */
export type Message = Schemas['Message']
