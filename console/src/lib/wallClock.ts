/** A time of day as somebody types it, in the event's zone, to the millisecond. */

import { parseDate, toZoned, CalendarDateTime } from '@internationalized/date'
import { clockMs, ms } from './time.ts'

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3}))?)?$/
const BARE = /^(\d{2})(\d{2})(\d{2})(?:[.,](\d{1,3}))?$/
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** 2026-10-03 06:02:03.250, as the field shows an instant. */
export function wallText(at: string | number | null, zone: string): string {
  const t = ms(at)
  if (Number.isNaN(t)) return ''
  return `${dayOf(t, zone)} ${clockMs(t, zone)}`
}

/**
 * Milliseconds since 1970, or null when the text is no time. The day may be left out: then it is that of `near`. Seconds and parts of them
 * may be left out, and the colons.
 */
export function parseWall(text: string, zone: string, near: number): number | null {
  const words = text.trim().split(/[\sT]+/)
  if (words.length === 0 || words.length > 2) return null
  const clockText = words.at(-1)!
  const day = words.length === 2 ? readDay(words[0]!) : dayOf(near, zone)
  const m = TIME.exec(clockText) ?? BARE.exec(clockText)
  if (!m || !day) return null
  const [h, min, s, milli] = [Number(m[1]), Number(m[2]), Number(m[3] ?? 0), Number((m[4] ?? '0').padEnd(3, '0'))]
  if (h > 23 || min > 59 || s > 59) return null
  try {
    const d = parseDate(day)
    return toZoned(new CalendarDateTime(d.year, d.month, d.day, h, min, s, milli), zone).toDate().getTime()
  } catch {
    return null
  }
}

function readDay(text: string): string | null {
  if (ISO_DAY.test(text)) return text
  const us = US_DAY.exec(text)
  return us ? `${us[3]}-${us[1]!.padStart(2, '0')}-${us[2]!.padStart(2, '0')}` : null
}

const days = new Map<string, Intl.DateTimeFormat>()

/** The day in the zone, 2026-10-03. */
function dayOf(t: number, zone: string): string {
  let f = days.get(zone)
  if (!f) {
    f = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    days.set(zone, f)
  }
  return f.format(t)
}
