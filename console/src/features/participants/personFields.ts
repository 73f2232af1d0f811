// A person as a flat list of fields, so that each can be touched, followed and saved by itself. Pure.

import type { ParticipantDetail, Race } from '../../api/types.ts'
import type { TabPath } from './tabNames.ts'

export interface PersonFields {
  bib: string
  firstName: string
  lastName: string
  gender: string
  dob: string
  age: number
  raceId: number
  teamName: string
  notes: string
  email: string
  phone: string
  address: string
  zip: string
  city: string
  state: string
  country: string
  emergencyName: string
  emergencyPhone: string
  shirtSize: string
  expectsShirt: string
  chips: string
  uniqueId: string
  waveId: number
  ownStart: boolean
  ownStartAt: number | null
  wavePref: string
  waveWeight: number
  waveBuddy: string
  waveRequest: string
}

export const NOBODY: PersonFields = {
  bib: '', firstName: '', lastName: '', gender: '', dob: '', age: 0, raceId: 0, teamName: '', notes: '',
  email: '', phone: '', address: '', zip: '', city: '', state: '', country: '', emergencyName: '', emergencyPhone: '', shirtSize: '', expectsShirt: '', chips: '', uniqueId: '',
  waveId: 0, ownStart: false, ownStartAt: null, wavePref: '', waveWeight: 0, waveBuddy: '', waveRequest: '',
}

export function fieldsOf(p: ParticipantDetail): PersonFields {
  const { bib, firstName, lastName, gender, dob, raceId, teamName, notes, email, phone, address, zip, city, state, country, emergencyName, emergencyPhone, shirtSize, uniqueId, waveId, wavePref, waveWeight, waveBuddy, waveRequest } = p
  return {
    bib, firstName, lastName, gender, dob, raceId, teamName, notes, email, phone, address, zip, city, state, country, emergencyName, emergencyPhone, shirtSize, uniqueId, waveId, wavePref, waveWeight, waveBuddy, waveRequest,
    age: p.age ?? 0,
    expectsShirt: p.expectsShirt === null ? '' : p.expectsShirt ? 'yes' : 'no',
    chips: p.chips.join(', '),
    ownStart: p.waveStartTime.arbitrary,
    ownStartAt: p.waveStartTime.timestamp ? Date.parse(p.waveStartTime.timestamp) : null,
  }
}

/** What is to be sent: only what changed, as the API names it. */
export function bodyOf(changed: Partial<PersonFields>): Record<string, unknown> {
  const { ownStart, ownStartAt, chips, expectsShirt, ...plain } = changed
  const body: Record<string, unknown> = { ...plain }
  for (const [key, value] of Object.entries(plain)) if (typeof value === 'string' && key !== 'notes' && key !== 'waveRequest' && key !== 'address') body[key] = value.trim()
  if (chips !== undefined) body.chips = chipsOf(chips)
  if (expectsShirt !== undefined) body.expectsShirt = expectsShirt === '' ? null : expectsShirt === 'yes'
  if (ownStart !== undefined || ownStartAt !== undefined) {
    body.waveStartTime = {
      ...(ownStart === undefined ? {} : { arbitrary: ownStart }),
      ...(ownStartAt === undefined ? {} : { timestamp: ownStartAt === null ? null : new Date(ownStartAt).toISOString() }),
    }
  }
  return body
}

/** Chips as they were typed: separated by commas or blanks. */
export function chipsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean)
}

const TAB_OF: Partial<Record<keyof PersonFields, TabPath>> = {
  bib: 'details', firstName: 'details', lastName: 'details', gender: 'details', dob: 'details', age: 'details', raceId: 'details', teamName: 'details', notes: 'details',
  waveId: 'wave', ownStart: 'wave', ownStartAt: 'wave', wavePref: 'wave', waveWeight: 'wave', waveBuddy: 'wave', waveRequest: 'wave',
}

/** The tab that a field stands on. */
export function tabOf(field: keyof PersonFields): TabPath {
  return TAB_OF[field] ?? 'contact'
}

/** The field of the form that a refusal is about; undefined for none of them. */
export function fieldOf(refused: string): keyof PersonFields | undefined {
  if (refused.startsWith('waveStartTime')) return 'ownStartAt'
  const name = refused.replace(/\[.*/, '')
  return name in NOBODY ? (name as keyof PersonFields) : undefined
}

const WORDS: Partial<Record<keyof PersonFields, string>> = {
  firstName: 'first name', lastName: 'last name', dob: 'date of birth', raceId: 'race', teamName: 'team', email: 'e-mail', emergencyName: 'emergency contact', emergencyPhone: 'emergency phone',
  shirtSize: 'shirt size', expectsShirt: 'expects a shirt', uniqueId: 'unique id', waveId: 'wave', ownStart: 'own start', ownStartAt: 'own start', wavePref: 'wave preference', waveWeight: 'wave weight', waveBuddy: 'wave buddy', waveRequest: 'wave request',
}

/** The fields that are changed and not saved, in words. */
export function unsavedWords(changed: Partial<PersonFields>): string {
  return [...new Set(Object.keys(changed).map((k) => WORDS[k as keyof PersonFields] ?? k))].join(', ')
}

/** The wave in another race: waves belong to one race alone. */
export function waveIn(race: Race | undefined, waveId: number): number {
  return race?.waves.waves.some((w) => w.id === waveId) ? waveId : 0
}
