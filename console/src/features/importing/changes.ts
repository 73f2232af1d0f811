/** What an import would change, as a list that can be narrowed: a line a row of the file. Pure. */

import type { ImportChange, ImportField, ImportReceipt } from '../../api/importing.ts'
import { plural } from '../../lib/units.ts'

/** What becomes of a row. `refused` is not taken at all; `note` is taken, with something to know about it. */
export type Kind = 'created' | 'updated' | 'removed' | 'refused' | 'note'

/** The kinds in the order in which they are offered: the word behind a number, the word of one, and what colour may say. */
export const KINDS: Record<Kind, { word: string; badge: string; state: State }> = {
  refused: { word: 'not taken', badge: 'Not taken', state: 'bad' },
  note: { word: 'to look at', badge: 'Look', state: 'warn' },
  created: { word: 'created', badge: 'New', state: 'good' },
  updated: { word: 'changed', badge: 'Changed', state: 'info' },
  removed: { word: 'removed', badge: 'Removed', state: 'off' },
}

type State = 'good' | 'warn' | 'bad' | 'info' | 'off'

/** The word for a field of a change: that of the import, else its name as words. */
export function wordOf(fields: readonly ImportField[], field: string): string {
  const known = fields.find((f) => f.field === field)?.label
  if (known) return known
  const words = field.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Line {
  key: string
  row: number
  kind: Kind
  bib: string
  name: string
  race: string
  fields: ImportChange['fields']
  /** What the server says about the row. */
  message: string
}

/** Every row of which there is something to say, in the order of the file. Rows that change nothing are not among them. */
export function linesOf(r: ImportReceipt): Line[] {
  const people: Line[] = r.changes
    .filter((c) => c.what !== 'unchanged')
    .map((c, i) => ({ key: `c${i}`, row: c.row, kind: c.what as Kind, bib: c.bib, name: c.name, race: c.race, fields: c.fields, message: '' }))
  // what is said of the file as a whole belongs to no row
  const told: Line[] = r.messages.filter((m) => m.row > 0).map((m, i) => ({ key: `m${i}`, row: m.row, kind: m.refused ? 'refused' : 'note', bib: '', name: '', race: '', fields: [], message: m.message }))
  return [...people, ...told].toSorted((a, b) => a.row - b.row || order(a) - order(b))
}

function order(line: Line): number {
  return line.message ? 1 : 0
}

/** What a list is narrowed to; "" is everything. */
export type Only = '' | Kind

/** The lines of one kind that contain what is typed: a name, a bib, a row, a value. */
export function narrowed(lines: readonly Line[], only: Only, typed: string): Line[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter((line) => {
    if (only && line.kind !== only) return false
    if (terms.length === 0) return true
    const words = [line.row, line.bib, line.name, line.race, line.message, ...line.fields.flatMap((f) => [f.was, f.now])].join(' ').toLowerCase()
    return terms.every((t) => words.includes(t))
  })
}

/** How many of each kind there are. Those that change are counted by the server, which lists only the first of very many. */
export function countsOf(r: ImportReceipt, lines: readonly Line[]): Record<Kind, number> {
  return { created: r.created, updated: r.updated, removed: r.removed, refused: r.skipped, note: lines.filter((l) => l.kind === 'note').length }
}

/** "212 created, 3 changed, 1 removed, 2 not taken, 800 unchanged"; what is nobody is left out. */
export function summary(r: Pick<ImportReceipt, 'created' | 'updated' | 'removed' | 'skipped' | 'unchanged'>): string {
  const parts = [
    [r.created, 'created'],
    [r.updated, 'changed'],
    [r.removed, 'removed'],
    [r.skipped, 'not taken'],
    [r.unchanged, 'unchanged'],
  ] as const
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${n.toLocaleString('en-US')} ${word}`)
  return said.join(', ') || 'Nothing in the file'
}

/** What was done, for the toast. */
export function doneWords(r: ImportReceipt, file: string): string {
  const touched = r.created + r.updated + r.removed
  if (touched === 0) return `${file}: nothing changed, ${plural(r.unchanged, 'person is', 'people are')} as the file says.`
  return `${file} imported: ${summary(r)}.`
}

/** Rows that were not taken as a file of their own: the line and why. Formulas stay text in a spreadsheet. */
export function refusedCSV(lines: readonly Line[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const rows = lines.filter((l) => l.kind === 'refused').map((l) => [String(l.row), l.message].map(cell).join(','))
  return ['row,reason', ...rows, ''].join('\r\n')
}
