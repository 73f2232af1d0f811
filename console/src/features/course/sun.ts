/** Where the light on the map comes from: the sun over the course, and at night a quiet light from the north-west. */

import { getPosition } from 'suncalc'

/** `azimuth` clockwise from north, `altitude` above the horizon, both in degrees; `day` when the sun is up. */
export interface Light { azimuth: number; altitude: number; day: boolean }

// A sun on the horizon would turn every slope black, one in the zenith would hide them: the hillshade stays between.
const LOWEST = 18
const HIGHEST = 62
const NIGHT: Light = { azimuth: 315, altitude: 40, day: false }

/** The light over a place at an instant. */
export function lightAt(at: number, lon: number, lat: number): Light {
  const sun = getPosition(new Date(at), lat, lon)
  if (!(sun.altitude > 0)) return NIGHT
  return { azimuth: sun.azimuth, altitude: Math.min(HIGHEST, Math.max(LOWEST, sun.altitude)), day: true }
}
