/** A file on its way to the server, in steps, one after the other (IMP-11, IMP-12). A step that fails is sent again where it broke off. */

import { ApiError } from '../../api/http.ts'

/** How the steps get there. Kept apart so that the order of the steps can be tested by itself. */
export interface Road {
  begin(file: File): Promise<{ id: string | number; stepBytes: number; maxBytes: number }>
  /** Answers how much of the file is there. */
  step(id: string, offset: number, part: Blob): Promise<number>
}

/** A file that is up, or as much of it as got there before something broke. */
export interface Sent { id: string; bytes: number; stepBytes: number }

/** Endings that are worth trying; what is in the file decides (IMP-1). */
export const EXTENSIONS = ['csv', 'txt', 'tsv', 'xlsx'] as const

/** Why a file need not be sent at all, as the server would say it; "" when it may be one. */
export function notWorthSending(file: { name: string; size: number }): string {
  if (file.size === 0) return 'the file is empty'
  const ending = file.name.includes('.') ? file.name.split('.').at(-1)!.toLowerCase() : ''
  if (ending === 'xls') return 'this is an old Excel file; save it as .xlsx or .csv and drop that'
  return ''
}

/** IMP-14, to the letter. */
export function unreadable(reason: string): string {
  return `UploadCSV: Unable to read file: ${reason}`
}

/**
 * Sends a file and says after each step how much is up. Goes on with `before` when that was a part of the same file. When a step is
 * refused or lost, what got there is told by `say` and the refusal is thrown.
 */
export async function send(file: File, road: Road, say: (sent: Sent) => void, before?: Sent | undefined): Promise<Sent> {
  let sent = before ?? (await begun(file, road))
  say(sent)
  while (sent.bytes < file.size) {
    const bytes = await road.step(sent.id, sent.bytes, file.slice(sent.bytes, sent.bytes + sent.stepBytes))
    if (bytes <= sent.bytes) throw new ApiError(0, 'The server took nothing of the last step. Nothing was imported; try again.', 'internal')
    sent = { ...sent, bytes }
    say(sent)
  }
  return sent
}

async function begun(file: File, road: Road): Promise<Sent> {
  const { id, stepBytes, maxBytes } = await road.begin(file)
  if (file.size > maxBytes) throw new ApiError(413, `the file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB; split it`, 'too_large')
  return { id: String(id), bytes: 0, stepBytes: Math.max(1, stepBytes) }
}

/** Whether what was sent is of no use any more: the server has forgotten the file, or holds another part of it than we think. */
export function mustStartAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409 || error.status === 410)
}
