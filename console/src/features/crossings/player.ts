// Where a replay stands and what has come by until then. Pure.

import type { Crossing } from '../../api/types.ts'
import { ms } from '../../lib/time.ts'

/** What is played: crossings in time order, from one instant to another. */
export interface Reel {
  crossings: readonly Crossing[]
  times: readonly number[]
  from: number
  to: number
}

export function reelOf(crossings: readonly Crossing[], from: number, to: number): Reel {
  const dated = crossings.filter((c) => c.timestamp !== null).toSorted((a, b) => ms(a.timestamp) - ms(b.timestamp) || a.id - b.id)
  return { crossings: dated, times: dated.map((c) => ms(c.timestamp)), from, to }
}

/** How many have come by at an instant, itself included. */
export function passedBy(reel: Reel, at: number): number {
  let [low, high] = [0, reel.times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (reel.times[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The instant after some real time has gone by, at the end at most. */
export function advanced(reel: Reel, at: number, elapsedMs: number, speed: number): number {
  return Math.min(reel.to, at + elapsedMs * speed)
}
