/**
 * Importing participants: a file goes up in steps and is read by the server, with the same rules as `racectl participant import`;
 * then it says what an import would change, and does it in one entry of the journal.
 */

import { answer, api } from './http.ts'
import type { components } from './schema'

type Schemas = components['schemas']

/** What a column holds that is no field: it is left out, or it belongs to an add-on (IMP-6). */
export const IGNORE = 'ignore'
export const ADD_ON = 'addon'

/** A field that a column may hold, with the headers that mean it in plain form: lower case, letters and digits only. */
export type ImportField = Schemas['KnownField']
/** A column of the file as the server understands it. `field` is a known field, IGNORE or ADD_ON. */
export type ImportColumn = Schemas['ImportColumn']
/** About one row of the file, 0 for the file as a whole. `refused`: the row is not taken. */
export type RowMessage = Schemas['ImportMessage']
/** What happens to one person of the file. */
export type ImportChange = Schemas['ImportChange']
/** What an import did, or would do. */
export type ImportReceipt = Schemas['ImportReceipt']
/** How a file is to be imported. Columns that are not named keep what the server recognised. */
export type ImportOptions = Schemas['ImportOptions']
/** How the last file of an event was read, as the event keeps it. */
export type EventPreset = Schemas['ImportPreset']

/** One variant of an add-on and the column that holds it; an uncountable cell is a text, not a quantity. */
export interface AddOnColumn { index: number; header: string; variant: string; uncountable: boolean }

export interface AddOnChoice { name: string; showOnReg: boolean; columns: AddOnColumn[] }

/** A file that was read. `rows` counts the people in it; `preview` holds the cells of the first few. */
export type ImportSheet = Omit<Schemas['ImportSheet'], 'addOns'> & { addOns: AddOnChoice[] }

/** Every field that a column may hold. */
export function importFields(eventId: number, signal?: AbortSignal): Promise<ImportField[]> {
  return answer(api.GET('/race_events/{id}/import_fields', { params: { path: { id: eventId } }, ...stoppable(signal) }))
}

/** Makes room for a file on the server; one that is too large is refused before it is sent. */
export function beginFile(eventId: number, file: { name: string; size: number }, signal?: AbortSignal): Promise<Schemas['ImportFile']> {
  return answer(api.POST('/race_events/{id}/participants/import/files', { params: { path: { id: eventId }, query: { name: file.name, size: file.size } }, ...stoppable(signal) }))
}

/** Sends one step of a file; answers how much of it is there. */
export async function sendStep(eventId: number, fileId: string, offset: number, part: Blob, signal?: AbortSignal): Promise<number> {
  const { bytes } = await answer(
    api.PUT('/race_events/{id}/participants/import/files/{fileId}', {
      params: { path: { id: eventId, fileId }, query: { offset } },
      headers: { 'Content-Type': 'application/octet-stream' },
      // the bytes go out as they are, not as JSON
      body: part as unknown as string,
      bodySerializer: (raw) => raw,
      ...stoppable(signal),
    }),
  )
  return bytes
}

/** Reads a file that is up; nothing is stored. */
export function readSheet(eventId: number, fileId: string, options: ImportOptions, signal?: AbortSignal): Promise<ImportSheet> {
  const sheet = answer(api.POST('/race_events/{id}/participants/import/files/{fileId}/read', { params: { path: { id: eventId, fileId } }, body: options, ...stoppable(signal) }))
  return sheet.then((s) => ({ ...s, addOns: s.addOns.map((a) => ({ ...a, columns: a.columns.map((c) => ({ ...c, index: c.index ?? -1, header: c.header ?? '' })) })) }))
}

/** Imports a file that is up; `dry` only says what that would do. */
export function importFile(eventId: number, fileId: string, options: ImportOptions, dry: boolean, signal?: AbortSignal): Promise<ImportReceipt> {
  return answer(
    api.POST('/race_events/{id}/participants/import/files/{fileId}/import', { params: { path: { id: eventId, fileId }, query: { dry_run: dry } }, body: options, ...stoppable(signal) }),
  )
}

function stoppable(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}
