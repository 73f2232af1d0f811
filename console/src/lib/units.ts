/** Distances and paces in the units that the user chose. Metres and metres per second come in, text goes out. */

export const METRES_PER_MILE = 1609.344
export const METRES_PER_KM = 1000
export const METRES_PER_FOOT = 0.3048

/** What a missing value looks like everywhere (FMT-2). */
export const MISSING = '-'

/** Metres in miles or kilometres, one decimal unless told (FMT-1, FMT-2); "-" when missing. The unit is not written. */
export function distance(metres: number | null | undefined, miles: boolean, decimals = 1): string {
  if (metres === null || metres === undefined || !Number.isFinite(metres)) return MISSING
  return (metres / (miles ? METRES_PER_MILE : METRES_PER_KM)).toFixed(decimals)
}

/** The name of the distance unit. */
export function distanceUnit(miles: boolean): 'mi' | 'km' {
  return miles ? 'mi' : 'km'
}

/** A height in whole feet for people who want miles, else in whole metres, with separators; "-" when missing. The unit is not written. */
export function elevation(metres: number | null | undefined, miles: boolean): string {
  if (metres === null || metres === undefined || !Number.isFinite(metres)) return MISSING
  return count(Math.round(metres / (miles ? METRES_PER_FOOT : 1)))
}

/** The name of the unit of heights. */
export function elevationUnit(miles: boolean): 'ft' | 'm' {
  return miles ? 'ft' : 'm'
}

/** Minutes and seconds per kilometre or mile for a stretch; "-" when there is no distance or no time. */
export function pace(metres: number, ms: number, miles: boolean): string {
  if (!(metres > 0) || !(ms > 0)) return MISSING
  const s = Math.round(ms / 1000 / (metres / (miles ? METRES_PER_MILE : METRES_PER_KM)))
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}

/** Whole numbers with separators: 1,204. */
export function count(n: number): string {
  return n.toLocaleString('en-US')
}

/** "1 person", "612 people". */
export function plural(n: number, one: string, many: string): string {
  return `${count(n)} ${n === 1 ? one : many}`
}

/** A bib without its leading zeros, as the ticker shows it (LIVE-1); "-" when there is none. */
export function shortBib(bib: string): string {
  const b = bib.trim()
  if (b === '') return MISSING
  return b.replace(/^0+(?=.)/, '')
}
