/** A time of day as somebody types it, in the event's zone. Pure. */

import { fromAbsolute } from '@internationalized/date'

const PARTS = /^(\d{1,2})[:. ](\d{2})(?:[:. ](\d{2})(?:[.,](\d{1,3}))?)?$/
const DIGITS = /^(\d{1,2})(\d{2})(\d{2})(?:[.,](\d{1,3}))?$/

/** What was typed, as milliseconds of the day by its parts; null when it is no time. 13:04:22.5, 13:04, 130422, 90422. */
function parts(text: string): { hour: number; minute: number; second: number; millisecond: number } | null {
  const m = PARTS.exec(text) ?? DIGITS.exec(text)
  if (!m) return null
  const t = { hour: Number(m[1]), minute: Number(m[2]), second: Number(m[3] ?? 0), millisecond: Number((m[4] ?? '').padEnd(3, '0')) }
  return t.hour < 24 && t.minute < 60 && t.second < 60 ? t : null
}

/**
 * The instant that is meant: of yesterday, today and tomorrow the one that is nearest to `near`; with `past` the last one that is
 * not after it, by more than a minute. null when the text is no time of day.
 */
export function typedTime(text: string, zone: string, near: number, past = false): number | null {
  const t = parts(text.trim())
  if (!t) return null
  const day = fromAbsolute(near, zone).set(t)
  const candidates = [-1, 0, 1].map((days) => day.add({ days }).set(t).toDate().getTime())
  const allowed = past ? candidates.filter((c) => c <= near + 60_000) : candidates
  return allowed.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null
}
