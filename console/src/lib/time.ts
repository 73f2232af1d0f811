/**
 * Instants and durations as text. Wall-clock times are always in the event's zone, never the browser's.
 * Instants come in as RFC 3339 text or as milliseconds since 1970.
 */

import { ServerClock } from './serverClock.ts'
import { MISSING } from './units.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

// Making an Intl formatter costs more than a thousand uses of it, and a table asks for tens of thousands.
function format(zone: string, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${zone}|${key}`
  let f = formats.get(name)
  if (!f) {
    try {
      f = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
    } catch {
      f = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    }
    formats.set(name, f)
  }
  return f
}

const theirs = new ServerClock()

/** The time now by the server's clock, in milliseconds since 1970. */
export function serverNow(): number {
  return theirs.at(Date.now())
}

/** An instant of this computer's clock as the server's clock had it. */
export function onServer(local: number): number {
  return theirs.at(local)
}

/** How far the server's clock is ahead of this computer's, in milliseconds; null before it was measured. */
export function clockAhead(): number | null {
  return theirs.ahead(Date.now())
}

/** The server said what time it is: in passing, or in answer to a question that was sent at `sent` by this computer's clock. */
export function learnServerTime(said: number, sent?: number): void {
  if (sent === undefined) theirs.heard(Date.now(), said)
  else theirs.measured(sent, Date.now(), said)
}

type When = string | number | null | undefined

/** Milliseconds since 1970, NaN when the value is missing or not a time. */
export function ms(at: When): number {
  if (at === null || at === undefined || at === '') return Number.NaN
  return typeof at === 'number' ? at : Date.parse(at)
}

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

/** 14:02:10 in the zone; "-" when missing. */
export function clock(at: When, zone: string): string {
  const t = ms(at)
  return Number.isNaN(t) ? MISSING : format(zone, 'clock', CLOCK).format(t)
}

/** 14:02:10.375 in the zone; "-" when missing. */
export function clockMs(at: When, zone: string): string {
  const t = ms(at)
  return Number.isNaN(t) ? MISSING : `${clock(t, zone)}.${String(((t % 1000) + 1000) % 1000).padStart(3, '0')}`
}

/** MM/DD/YYYY hh:mm:ss on a 24-hour clock (FMT-5, A-38); "Not a date" when it is none. */
export function dateTime(at: When, zone: string): string {
  const t = ms(at)
  if (Number.isNaN(t)) return 'Not a date'
  return `${format(zone, 'date', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(t)} ${clock(t, zone)}`
}

/** A short US date-time, 10/3/26, 6:00 AM: what "Last Import" shows (PAGE-1). */
export function shortDateTime(at: When, zone: string): string {
  const t = ms(at)
  if (Number.isNaN(t)) return 'Not a date'
  return format(zone, 'short', { dateStyle: 'short', timeStyle: 'short' }).format(t).replaceAll('\u202F', ' ')
}

/** Oct 3, or Oct 3–4, or Oct 31 – Nov 1: the days from one instant to another; "" when the first is missing. */
export function days(from: When, to: When, zone: string): string {
  const a = ms(from)
  const b = ms(to)
  if (Number.isNaN(a)) return ''
  const f = format(zone, 'day', { month: 'short', day: 'numeric' })
  return Number.isNaN(b) || b < a ? f.format(a) : f.formatRange(a, b).replaceAll('\u2009', '')
}

/** The zone's short name at an instant: MST, GMT+2. */
export function zoneName(at: When, zone: string): string {
  const t = ms(at)
  const parts = format(zone, 'zone', { timeZoneName: 'short' }).formatToParts(Number.isNaN(t) ? Date.now() : t)
  return parts.find((p) => p.type === 'timeZoneName')?.value ?? zone
}

/** "just now", "3 min ago", "2 h ago", "5 days ago": how old something is. */
export function age(at: When, now: number): string {
  const t = ms(at)
  if (Number.isNaN(t)) return MISSING
  const s = Math.floor((now - t) / 1000)
  if (s < 10) return 'just now'
  if (s < 60) return `${s} s ago`
  if (s < 3600) return `${Math.floor(s / 60)} min ago`
  if (s < 2 * 86400) return `${Math.floor(s / 3600)} h ago`
  return `${Math.floor(s / 86400)} days ago`
}

/** h:mm:ss, cutting anything below a second: what lists show; "-" when missing (FMT-4, A-38). */
export function duration(d: number | null | undefined): string {
  if (d === null || d === undefined || !Number.isFinite(d)) return MISSING
  const s = Math.floor(Math.abs(d) / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${d < 0 ? '-' : ''}${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}

/** h:mm:ss.mmm (FMT-4); "-" when missing. */
export function durationMs(d: number | null | undefined): string {
  if (d === null || d === undefined || !Number.isFinite(d)) return MISSING
  return `${duration(d)}.${String(Math.abs(Math.trunc(d)) % 1000).padStart(3, '0')}`
}

/** A race time as results show it: up to the next whole second, never nearest (the road rule). Order and ties were decided before. */
export function raceTime(d: number | null | undefined): string {
  return d === null || d === undefined || !Number.isFinite(d) ? MISSING : duration(Math.ceil(d / 1000) * 1000)
}

/** Oct 3rd 26: a day in a list (EVT-9). */
export function shortDay(at: When, zone: string): string {
  const t = ms(at)
  if (Number.isNaN(t)) return MISSING
  const parts = new Map(format(zone, 'short-day', { month: 'short', day: 'numeric', year: '2-digit' }).formatToParts(t).map((p) => [p.type, p.value]))
  const day = Number(parts.get('day'))
  const nth = day % 100 > 10 && day % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${parts.get('month')} ${day}${nth} ${parts.get('year')}`
}

/** Saturday 06:00, with seconds where there are any (EVT-5). */
export function weekdayTime(at: When, zone: string): string {
  const t = ms(at)
  if (Number.isNaN(t)) return MISSING
  return `${format(zone, 'weekday', { weekday: 'long' }).format(t)} ${clock(t, zone).replace(/:00$/, '')}`
}
