/** A file in words. Pure. */

import type { ImportSheet } from '../../api/importing.ts'
import { plural } from '../../lib/units.ts'

/** "0.4 MB", "12 kB". */
export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const SEPARATORS: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** How the file was read: "CSV, UTF-8, comma", and how much is in it. */
export function factsOf(sheet: ImportSheet): string[] {
  const kind = sheet.format === 'xlsx' ? ['Excel'] : [sheet.format.toUpperCase(), sheet.encoding, SEPARATORS[sheet.separator] ?? sheet.separator]
  return [kind.filter(Boolean).join(', '), plural(sheet.rows, 'row', 'rows'), plural(sheet.columns.length, 'column', 'columns')]
}
