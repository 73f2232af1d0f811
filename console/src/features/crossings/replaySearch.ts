// What is played again, as it stands in the address. Kept small and free of the screen: the router needs it before.

/** The span, as instants in UTC, and how many times faster than it was. */
export interface ReplaySearch {
  from?: string
  to?: string
  speed?: number
}

/** From the pace of the race to a day in less than three minutes. */
export const SPEEDS = [1, 2, 5, 10, 30, 60, 120, 300, 600] as const
export const USUAL_SPEED = 60

/** Keeps what the screen knows and what makes sense. */
export function validateReplaySearch(search: Record<string, unknown>): ReplaySearch {
  const out: ReplaySearch = {}
  for (const key of ['from', 'to'] as const) {
    const value = search[key]
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) out[key] = value
  }
  const speed = Number(search.speed)
  if (speed >= 1 && speed <= 600) out.speed = speed
  return out
}
