/** The add-ons of an import: which columns hold their variants (ADDON-1 … ADDON-3, A-95). Pure. */

import { ADD_ON, type AddOnChoice, type AddOnColumn, IGNORE, type ImportColumn, type ImportSheet } from '../../api/importing.ts'
import { type Choices, withField } from './mapping.ts'

/** Columns that may be given to an add-on: the likely ones first. Those that hold a known field are left alone. */
export function free(sheet: ImportSheet, c: Choices): ImportColumn[] {
  const taken = new Set(c.addOns.flatMap((a) => a.columns.map((x) => x.index)))
  const open = sheet.columns.filter((_, i) => !taken.has(i) && (c.fields[i] === IGNORE || c.fields[i] === ADD_ON))
  return [...open.filter((x) => likely(x, c)), ...open.filter((x) => !likely(x, c))]
}

function likely(x: ImportColumn, c: Choices): boolean {
  return x.candidate || c.fields[x.index] === ADD_ON
}

/** The add-ons that Detect would bring: those of the server, without columns that are in use. */
export function detectable(sheet: ImportSheet, c: Choices): AddOnChoice[] {
  const open = new Set(free(sheet, c).map((x) => x.index))
  return sheet.addOns.flatMap((a) => {
    const columns = a.columns.filter((x) => open.has(x.index))
    return columns.length > 0 ? [{ ...a, columns }] : []
  })
}

/** Everything that can be detected, added to what is there; columns of an add-on with the same name go into it. */
export function detect(sheet: ImportSheet, c: Choices): Choices {
  return detectable(sheet, c).reduce((all, found) => {
    const at = all.addOns.findIndex((a) => sameAddOn(a.name, found.name))
    const addOns = at < 0 ? [...all.addOns, found] : all.addOns.with(at, { ...all.addOns[at]!, columns: [...all.addOns[at]!.columns, ...found.columns] })
    return { ...all, addOns, fields: marked(all.fields, found.columns) }
  }, c)
}

/** A column as an add-on: in the one that its header names, else in one of its own. */
export function asAddOn(sheet: ImportSheet, c: Choices, index: number): Choices {
  if (c.addOns.some((a) => a.columns.some((x) => x.index === index))) return withField(c, index, ADD_ON)
  const detected = sheet.addOns.find((a) => a.columns.some((x) => x.index === index))
  const header = sheet.columns[index]!.header
  const column = detected?.columns.find((x) => x.index === index) ?? { index, header, variant: '', uncountable: wordy(sheet.columns[index]!) }
  const name = detected?.name ?? header.trim()
  const at = c.addOns.findIndex((a) => sameAddOn(a.name, name))
  const addOns = at < 0 ? [...c.addOns, { name, showOnReg: detected?.showOnReg ?? false, columns: [column] }] : withColumn(c.addOns, at, column)
  return { ...c, addOns, fields: c.fields.with(index, ADD_ON) }
}

/** One more add-on, without columns yet. */
export function added(c: Choices): Choices {
  return { ...c, addOns: [...c.addOns, { name: '', showOnReg: false, columns: [] }] }
}

/** Without an add-on: its columns are left out of the import. */
export function deleted(c: Choices, at: number): Choices {
  const gone = new Set(c.addOns[at]!.columns.map((x) => x.index))
  return { ...c, addOns: c.addOns.toSpliced(at, 1), fields: c.fields.map((f, i) => (gone.has(i) ? IGNORE : f)) }
}

/** An add-on with something else about it. */
export function changed(c: Choices, at: number, what: Partial<AddOnChoice>): Choices {
  return { ...c, addOns: c.addOns.with(at, { ...c.addOns[at]!, ...what }) }
}

/** An add-on with one more column. */
export function joined(sheet: ImportSheet, c: Choices, at: number, index: number): Choices {
  const known = sheet.addOns.flatMap((a) => a.columns).find((x) => x.index === index)
  const own = sheet.columns[index]!
  const column = known ?? { index, header: own.header, variant: own.header.trim(), uncountable: wordy(own) }
  return { ...c, addOns: withColumn(c.addOns, at, column), fields: c.fields.with(index, ADD_ON) }
}

/** An add-on without one of its columns, which is left out of the import. The add-on stays: it may get another. */
export function parted(c: Choices, at: number, index: number): Choices {
  const columns = c.addOns[at]!.columns.filter((x) => x.index !== index)
  return { ...changed(c, at, { columns }), fields: c.fields.with(index, IGNORE) }
}

/** Something else about one column of an add-on. */
export function columnChanged(c: Choices, at: number, index: number, what: Partial<AddOnColumn>): Choices {
  return changed(c, at, { columns: c.addOns[at]!.columns.map((x) => (x.index === index ? { ...x, ...what } : x)) })
}

// Cells that are no numbers are sizes or choices.
function wordy(column: ImportColumn): boolean {
  const cells = column.samples.filter((s) => s.trim() !== '')
  return cells.some((s) => Number.isNaN(Number(s)))
}

function withColumn(addOns: readonly AddOnChoice[], at: number, column: AddOnColumn): readonly AddOnChoice[] {
  const columns = [...addOns[at]!.columns, column].toSorted((a, b) => a.index - b.index)
  return addOns.with(at, { ...addOns[at]!, columns })
}

function marked(fields: readonly string[], columns: readonly AddOnColumn[]): readonly string[] {
  const these = new Set(columns.map((x) => x.index))
  return fields.map((f, i) => (these.has(i) ? ADD_ON : f))
}

function sameAddOn(a: string, b: string): boolean {
  return a.trim() !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()
}
