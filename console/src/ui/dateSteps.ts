/**
 * The bounds of the parts of a date-time field (UI-10) and what an arrow makes of a part (UI-11). Hours run to 23, or from
 * 1 to 12 on a 12-hour clock; React Aria knows which.
 */

/** The last year that the field takes. */
export const LAST_YEAR = 3000

const TOP: Record<string, number> = { year: LAST_YEAR, month: 12, day: 31, minute: 59, second: 59 }

/** The highest value of a part, given what React Aria would allow; undefined for parts without a number. */
export function topOf(part: string, allowed: number | undefined): number | undefined {
  const top = TOP[part]
  return top === undefined || allowed === undefined ? allowed : Math.min(top, allowed)
}

/** The value after a step: parts go round at their bounds, a year stops there. */
export function stepped(part: string, value: number, by: number, min: number, max: number): number {
  if (part === 'year') return Math.max(min, Math.min(max, value + by))
  const span = max - min + 1
  return min + ((((value - min + by) % span) + span) % span)
}
