/** An event as a flat list of fields, so that each can be touched, followed and saved by itself. Pure. */

import type { EventBody } from '../../api/setup.ts'
import type { RaceEvent } from '../../api/types.ts'
import { isCount } from '../../ui/ShirtCounts.tsx'
import { POLL_DEFAULT } from './ingress.ts'

type SizeKey = `size.${string}`

export interface EventFields {
  name: string
  slug: string
  timezone: string
  isPublic: boolean
  theme: string
  posIngressType: string
  feedUrl: string
  /** Seconds. */
  feedPoll: number
  shirtCutoff: string | null
  unisex: boolean
  wsizedown: boolean
  [size: SizeKey]: number
}

const SIZES = ['', 'w', 'm', 'y'].flatMap((cut) => ['xs', 's', 'm', 'l', 'xl', 'xxl'].map((size) => cut + size))
const NO_SHIRTS = Object.fromEntries(SIZES.map((size) => [`size.${size}`, 0])) as Record<SizeKey, number>

/** An event before it is saved; the zone is the first of the list. */
export const NEW_EVENT: EventFields = {
  ...NO_SHIRTS,
  name: '', slug: '', timezone: 'America/Phoenix', isPublic: false, theme: '', posIngressType: '', feedUrl: '', feedPoll: POLL_DEFAULT, shirtCutoff: null, unisex: false, wsizedown: false,
}

export function fieldsOf(event: RaceEvent): EventFields {
  const { name, slug, timezone, isPublic, theme, posIngressType, posIngressOpts, shirtCutoff, shirtCounts } = event
  const sizes = Object.entries(shirtCounts.sizes ?? {}).map(([size, n]) => [`size.${size}`, n] as const)
  return {
    ...NO_SHIRTS,
    ...(Object.fromEntries(sizes) as Record<SizeKey, number>),
    name, slug, timezone, isPublic, theme, posIngressType, shirtCutoff,
    feedUrl: posIngressOpts.url ?? '',
    feedPoll: posIngressOpts.pollfreq || POLL_DEFAULT,
    unisex: shirtCounts.unisex ?? false,
    wsizedown: shirtCounts.wsizedown ?? false,
  }
}

/** The counts as the fields of a form show them. */
export function shirtsOf(fields: EventFields): { unisex: boolean; wsizedown: boolean; sizes: Record<string, number> } {
  const sizes = Object.entries(fields).filter(([key]) => key.startsWith('size.')) as [string, number][]
  return { unisex: fields.unisex, wsizedown: fields.wsizedown, sizes: Object.fromEntries(sizes.map(([key, n]) => [key.slice(5), n])) }
}

/** The first size that is no whole number from 0 up, as the server would name it; "" when all are. */
export function wrongSize(changed: Partial<EventFields>): string {
  const key = Object.keys(changed).find((k) => k.startsWith('size.') && !isCount(changed[k as SizeKey] as number))
  return key ? `shirtCounts.sizes.${key.slice(5)}` : ''
}

/** Changed fields as the body of a save. A size of none is taken away. */
export function bodyOf(changed: Partial<EventFields>): EventBody {
  const body: EventBody = {}
  const sizes: Record<string, number | null> = {}
  for (const [key, value] of Object.entries(changed)) {
    if (key.startsWith('size.')) sizes[key.slice(5)] = value === 0 ? null : (value as number)
    else if (key === 'unisex' || key === 'wsizedown') (body.shirtCounts ??= {})[key] = value as boolean
    else if (key === 'feedUrl') (body.posIngressOpts ??= {}).url = value as string
    else if (key === 'feedPoll') (body.posIngressOpts ??= {}).pollfreq = Number.isFinite(value) ? (value as number) : -1 // what is no number is refused where it can be read
    else Object.assign(body, { [key]: value })
  }
  if (Object.keys(sizes).length > 0) (body.shirtCounts ??= {}).sizes = sizes
  return body
}

/** The tab of the editor that holds the field of a refusal; "" for the form above the tabs, undefined for none of them. */
export function tabOf(field: string): '' | 'shirts' | 'options' | undefined {
  if (field === 'name' || field === 'slug' || field === 'logo') return ''
  if (field.startsWith('shirt')) return 'shirts'
  return field === 'timezone' || field === 'theme' || field === 'isPublic' || field.startsWith('posIngress') ? 'options' : undefined
}

/** The year that stands in an event's address: of its first start, else this one (EVT-15). */
export function slugYear(event: Pick<RaceEvent, 'races' | 'timezone'> | undefined, now: number): number {
  const starts = (event?.races ?? []).flatMap((r) => (r.startTime ? [Date.parse(r.startTime)] : []))
  const at = starts.length > 0 ? Math.min(...starts) : now
  return Number(new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: event?.timezone ?? 'America/Phoenix' }).format(at))
}
