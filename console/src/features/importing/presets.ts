/** How a file was read, kept under a name for the next file like it (IMP-13, A-99): headers instead of places. Pure. */

import { ADD_ON, type AddOnColumn, type EventPreset, IGNORE, type ImportSheet } from '../../api/importing.ts'
import { type Choices, recognised } from './mapping.ts'

interface KeptAddOn { name: string; showOnReg: boolean; columns: { header: string; variant: string; uncountable: boolean }[] }

/** A preset as it is kept in the browser and on the event. `raceId` is 0 unless all rows go to one race. */
export interface Preset {
  name: string
  allowBibChanges: boolean
  race: string
  raceId: number
  columns: { header: string; field: string }[]
  addOns: KeptAddOn[]
}

/** The choices under a name. */
export function presetOf(sheet: ImportSheet, c: Choices, name: string): Preset {
  const one = c.race !== 'file' && c.race !== 'infer'
  return {
    name,
    allowBibChanges: c.allowBibChanges,
    race: one ? 'one' : c.race,
    raceId: one ? Number(c.race) : 0,
    columns: sheet.columns.map((x, i) => ({ header: x.header, field: c.fields[i] ?? IGNORE })),
    addOns: c.addOns
      .filter((a) => a.columns.length > 0)
      .map((a) => ({ name: a.name, showOnReg: a.showOnReg, columns: a.columns.map(({ header, variant, uncountable }) => ({ header, variant, uncountable })) })),
  }
}

/**
 * The choices of a preset for another file: by headers, the second of two equal ones for the second. Columns that the preset does not
 * know stay as recognised. A race that is not in this event is not taken over. `missing` are headers of the preset that the file
 * does not have, of columns that it used.
 */
export function applied(sheet: ImportSheet, preset: Preset, races: readonly number[]): { choices: Choices; missing: string[] } {
  const usual = recognised(sheet, races)
  const places = byHeader(sheet)
  const missing: string[] = []
  const fields = [...usual.fields]
  const inAddOn = new Set<number>()
  const addOnPlaces = new Map([...places].map(([header, at]) => [header, [...at]]))

  const addOns = preset.addOns.flatMap((a) => {
    const columns = a.columns.flatMap((x): AddOnColumn[] => {
      const index = addOnPlaces.get(plain(x.header))?.shift()
      if (index === undefined) return []
      inAddOn.add(index)
      return [{ ...x, index, header: sheet.columns[index]!.header }]
    })
    return columns.length > 0 ? [{ name: a.name, showOnReg: a.showOnReg, columns }] : []
  })
  for (const { header, field } of preset.columns) {
    const index = places.get(plain(header))?.shift()
    if (index !== undefined) fields[index] = field
    else if (field !== IGNORE) missing.push(header)
  }
  for (const [i, field] of fields.entries()) {
    if (inAddOn.has(i)) fields[i] = ADD_ON
    else if (field === ADD_ON) fields[i] = IGNORE
  }
  const known = races.includes(preset.raceId)
  const race = preset.race === 'one' ? (known ? String(preset.raceId) : usual.race) : preset.race === 'infer' ? 'infer' : 'file'
  return { choices: { allowBibChanges: preset.allowBibChanges, race, fields, addOns }, missing }
}

/** Whether a preset is of a file like this one: at least half of the columns that it uses are there. */
export function fits(sheet: ImportSheet, preset: Preset): boolean {
  const used = preset.columns.filter((c) => c.field !== IGNORE)
  const there = new Set(sheet.columns.map((c) => plain(c.header)))
  return used.length > 0 && used.filter((c) => there.has(plain(c.header))).length * 2 >= used.length
}

/** Whether a preset is what is chosen now: the name of one that would change nothing is shown as the one in use. */
export function isApplied(sheet: ImportSheet, preset: Preset, c: Choices, races: readonly number[]): boolean {
  const of = (choices: Choices) => JSON.stringify(presetOf(sheet, choices, ''))
  return of(applied(sheet, preset, races).choices) === of(c)
}

/** What was kept, as a preset; null for what is none, such as a damaged entry of the browser's storage. */
export function presetFrom(kept: unknown, name = ''): Preset | null {
  if (typeof kept !== 'object' || kept === null) return null
  const p = kept as Record<string, unknown>
  const columns = listOf(p.columns ?? p.columnChoices)
  if (columns.length === 0) return null
  const raceId = Number(p.raceId ?? 0) || 0
  return {
    name: text(p.name) || name,
    allowBibChanges: p.allowBibChanges === true,
    race: raceId > 0 ? 'one' : text(p.race) === 'infer' ? 'infer' : 'file',
    raceId,
    columns: columns.map((c) => ({ header: text(c.header), field: text(c.field) || IGNORE })),
    addOns: listOf(p.addOns).map((a) => ({
      name: text(a.name),
      showOnReg: a.showOnReg === true,
      columns: listOf(a.columns).map((c) => ({ header: text(c.header), variant: text(c.variant), uncountable: c.uncountable === true })),
    })),
  }
}

/** A preset as the event keeps it (API-14). */
export function eventPreset(p: Preset): EventPreset {
  return {
    name: p.name,
    allowBibChanges: p.allowBibChanges,
    race: p.race === 'one' ? '' : p.race,
    raceId: p.raceId,
    columnChoices: p.columns.filter((c) => c.header.trim() !== ''),
    addOns: p.addOns.map((a) => ({ ...a, columns: a.columns.map((c) => ({ ...c, index: -1 })) })),
  }
}

/** The name of a file without its ending, to begin with when a preset gets its name. */
export function nameOfFile(file: string): string {
  return file.replace(/\.[^.]*$/, '')
}

function byHeader(sheet: ImportSheet): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [i, x] of sheet.columns.entries()) places.set(plain(x.header), [...(places.get(plain(x.header)) ?? []), i])
  return places
}

function plain(header: string): string {
  return header.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((v): v is Record<string, unknown> => typeof v === 'object' && v !== null) : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
