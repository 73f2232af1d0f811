/** What a person has chosen for a file: a field for every column, add-ons, race and bibs. Pure; start reading at Choices. */

import { ADD_ON, type AddOnChoice, IGNORE, type ImportColumn, type ImportField, type ImportOptions, type ImportSheet } from '../../api/importing.ts'

/** Everything that is chosen. `fields` has one entry a column; `race` is "file", "infer" or the id of a race (IMP-4). */
export interface Choices {
  allowBibChanges: boolean
  race: string
  fields: readonly string[]
  addOns: readonly AddOnChoice[]
}

/** As the server recognised the file. An add-on is taken as detected when its columns are; where no column names a race, the only race is meant. */
export function recognised(sheet: ImportSheet, races: readonly number[]): Choices {
  const named = sheet.columns.some((c) => c.field === 'distance')
  return {
    allowBibChanges: false,
    race: !named && races.length === 1 ? String(races[0]) : 'file',
    fields: sheet.columns.map((c) => c.field || IGNORE),
    addOns: sheet.addOns.filter((a) => a.columns.length > 0 && a.columns.every((c) => sheet.columns[c.index]?.field === ADD_ON)),
  }
}

/** The choices as the server takes them: of two columns with one field only that which counts, and no add-on without columns. */
export function optionsOf(sheet: ImportSheet, c: Choices): ImportOptions {
  const race: Pick<ImportOptions, 'race' | 'raceId'> = c.race === 'file' || c.race === 'infer' ? { race: c.race } : { race: 'one', raceId: Number(c.race) }
  const losers = new Set([...duplicates(sheet, c.fields)].filter(([i, d]) => d.counts !== i).map(([i]) => i))
  return {
    ...race,
    allowBibChanges: c.allowBibChanges,
    sheet: sheet.sheet,
    columns: sheet.columns.map((column, i) => ({ index: column.index, header: column.header, field: losers.has(i) ? IGNORE : (c.fields[i] ?? IGNORE) })),
    addOns: c.addOns.filter((a) => a.columns.length > 0).map((a) => ({ ...a, name: a.name.trim() })),
  }
}

// A person may carry several chips: each of their columns counts.
const SEVERAL = new Set([IGNORE, ADD_ON, '', 'chips'])

/** A field that several columns have: which they are, and which of them counts. */
export interface Duplicate { counts: number; others: readonly number[] }

/**
 * The columns whose field another column has too (IMP-7). One that was chosen by hand counts before one that was recognised; among
 * recognised ones the server says which header is the best; else the first counts.
 */
export function duplicates(sheet: ImportSheet, fields: readonly string[]): Map<number, Duplicate> {
  const holders = new Map<string, number[]>()
  for (const [i, field] of fields.entries()) if (!SEVERAL.has(field)) holders.set(field, [...(holders.get(field) ?? []), i])
  const out = new Map<number, Duplicate>()
  for (const all of holders.values()) {
    if (all.length < 2) continue
    const byHand = all.filter((i) => sheet.columns[i]!.field !== fields[i])
    const counts = byHand[0] ?? all.find((i) => !sheet.columns[i]!.duplicate) ?? all[0]!
    for (const i of all) out.set(i, { counts, others: all.filter((o) => o !== i) })
  }
  return out
}

/** How a column is called: its header, or its place when it has none. */
export function columnName(column: Pick<ImportColumn, 'index' | 'header'>): string {
  return column.header.trim() || `Column ${letters(column.index)}`
}

/** The place of a column as a spreadsheet names it: A, B … Z, AA. */
export function letters(index: number): string {
  const [rest, last] = [Math.floor(index / 26), String.fromCharCode(65 + (index % 26))]
  return rest > 0 ? letters(rest - 1) + last : last
}

/** A field for one column. A column that no longer is an add-on leaves the add-ons it was in; one without columns goes. */
export function withField(c: Choices, index: number, field: string): Choices {
  const fields = c.fields.with(index, field)
  if (field === ADD_ON) return { ...c, fields }
  const addOns = c.addOns.flatMap((a) => {
    if (!a.columns.some((x) => x.index === index)) return [a]
    const columns = a.columns.filter((x) => x.index !== index)
    return columns.length > 0 ? [{ ...a, columns }] : []
  })
  return { ...c, fields, addOns }
}

/** What stands in the way of importing at all, in a sentence; "" when nothing does. */
export function obstacle(c: Choices): string {
  const names = new Set(c.fields)
  if (!['first_name', 'last_name', 'full_name', 'bib', 'unique_id'].some((f) => names.has(f))) return 'No column says who somebody is. Choose First Name and Last Name, Full Name, Bib or Unique ID for one.'
  const nameless = c.addOns.find((a) => a.columns.length > 0 && a.name.trim() === '')
  if (nameless) return 'An add-on has no name. Name it or delete it.'
  return ''
}

/** The word for a field. */
export function fieldLabel(fields: readonly ImportField[], field: string): string {
  if (field === IGNORE || field === '') return 'Ignore'
  if (field === ADD_ON) return 'Add On'
  return fields.find((f) => f.field === field)?.label ?? field
}
