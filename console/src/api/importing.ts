/**
 * Importing participants: a file goes up in steps and is read by the server, with the same rules as `racectl participant import`;
 * then it says what an import would change, and does it in one entry of the journal.
 */

import { answer, api } from './http.ts'

/** A field that a column may hold, with the headers that mean it in plain form: lower case, letters and digits only. */
export interface ImportField { field: string; label: string; aliases: string[] }

/** What a column holds that is neither: it is left out, or it belongs to an add-on (IMP-6). */
export const IGNORE = 'ignore'
export const ADD_ON = 'addon'

/** A column of the file as the server understands it. */
export interface ImportColumn {
  index: number
  header: string
  /** A known field, IGNORE or ADD_ON. */
  field: string
  /** By what it was recognised, in words. */
  why: string
  duplicate: boolean
  /** Its header looks like that of an add-on (ADDON-3). */
  candidate: boolean
  samples: string[]
}

/** One variant of an add-on and the column that holds it; an uncountable cell is a text, not a quantity. */
export interface AddOnColumn { index: number; header: string; variant: string; uncountable: boolean }

export interface AddOnChoice { name: string; showOnReg: boolean; columns: AddOnColumn[] }

/** About one row of the file, 0 for the file as a whole. `refused`: the row is not taken. */
export interface RowMessage { row: number; message: string; refused?: boolean }

/** A file that was read. `rows` counts the people in it; `preview` holds the cells of the first few. */
export interface ImportSheet {
  format: string
  encoding: string
  separator: string
  sheets: string[]
  sheet: string
  rows: number
  columns: ImportColumn[]
  addOns: AddOnChoice[]
  preview: string[][]
  complaints: RowMessage[]
}

/** How a file is to be imported. Columns that are not named keep what the server recognised. */
export interface ImportOptions {
  allowBibChanges: boolean
  race: 'file' | 'infer' | 'one'
  raceId?: number
  sheet?: string
  columns: { index: number; header: string; field: string }[]
  addOns: AddOnChoice[]
  preset?: string
}

/** What happens to one person of the file. */
export interface ImportChange {
  row: number
  participantId: number
  bib: string
  name: string
  what: string
  race: string
  fields: { field: string; was: string; now: string }[]
}

/** What an import did, or would do. */
export interface ImportReceipt {
  created: number
  updated: number
  unchanged: number
  removed: number
  skipped: number
  messages: RowMessage[]
  changes: ImportChange[]
  moreChanges: number
  editId: number
}

interface Begun { id: string | number; stepBytes: number; maxBytes: number }

export function importFields(eventId: number, signal?: AbortSignal): Promise<ImportField[]> {
  return ask('GET', eventId, '/import_fields', { signal })
}

/** Makes room for a file on the server; one that is too large is refused before it is sent. */
export function beginFile(eventId: number, file: { name: string; size: number }, signal?: AbortSignal): Promise<Begun> {
  return ask('POST', eventId, '/participants/import/files', { query: { name: file.name, size: file.size }, signal })
}

/** Sends one step of a file; answers how much of it is there. */
export async function sendStep(eventId: number, file: string, offset: number, part: Blob, signal?: AbortSignal): Promise<number> {
  const { bytes } = await ask<{ bytes: number }>('PUT', eventId, `/participants/import/files/${file}`, {
    query: { offset },
    headers: { 'Content-Type': 'application/octet-stream' },
    body: part,
    bodySerializer: (raw: unknown) => raw,
    signal,
  })
  return bytes
}

/** Reads a file that is up; nothing is stored. */
export function readSheet(eventId: number, file: string, options: Partial<ImportOptions>, signal?: AbortSignal): Promise<ImportSheet> {
  return ask('POST', eventId, `/participants/import/files/${file}/read`, { body: options, signal })
}

/** Imports a file that is up; `dry` only says what that would do. */
export function importFile(eventId: number, file: string, options: ImportOptions, dry: boolean, signal?: AbortSignal): Promise<ImportReceipt> {
  return ask('POST', eventId, `/participants/import/files/${file}/import`, { query: { dry_run: dry }, body: options, signal })
}

type Call = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>

function ask<T>(method: 'GET' | 'POST' | 'PUT', eventId: number, path: string, { query, signal, ...init }: { query?: object; signal?: AbortSignal | undefined; [key: string]: unknown } = {}): Promise<T> {
  const call = (api as unknown as Record<string, Call>)[method]!
  return answer(call(`/race_events/${eventId}${path}`, { params: { query }, ...(signal ? { signal } : {}), ...init })) as Promise<T>
}
