import type { RaceDetails } from '../features/events/races.tsx'

/** The race editor, for the event editor to open: the two rooms do not know each other. Undefined in a build without one. */
export const raceDetails: RaceDetails | undefined = undefined
