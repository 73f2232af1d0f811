/** What became of a read, in words and as a colour. The codes are the server's and stable. */

const COUNTING = ['start', 'split', 'lap', 'finish', 'split_out'] as const
const doubtful = new Set(['too_fast', 'clock_suspect', 'foreign_prefix', 'unknown_tag', 'after_cutoff', 'before_start', 'forced_invalid', 'voided'])

/** Every code once: those that make a time of the result, the same entered by hand, and those that do not count. */
export const DISPOSITIONS: readonly string[] = [
  ...COUNTING,
  ...COUNTING.map((d) => `manual_${d}`),
  'repeat', 'before_window', 'before_start', 'too_fast', 'after_finish', 'after_cutoff', 'backup_unused', 'roaming', 'no_route',
  'unknown_tag', 'foreign_prefix', 'clock_suspect', 'voided', 'forced_invalid', 'other_event',
]

/** Whether a read made a time of the result. */
export function counts(disposition: string): boolean {
  return (COUNTING as readonly string[]).includes(disposition.replace(/^manual_/, ''))
}

/** The colour of a disposition: it counts, it asks for a look, or it is of no interest. */
export function dispositionState(disposition: string): 'good' | 'warn' | 'off' {
  if (counts(disposition)) return 'good'
  return doubtful.has(disposition) ? 'warn' : 'off'
}

/** A disposition as a word: "too fast", "manual finish". The code is stable and is shown beside it on demand. */
export function dispositionWord(disposition: string): string {
  return disposition.replace('split_out', 'out').replaceAll('_', ' ')
}

/** The server's sentence without the word that stands beside it anyway: "too fast: 4:31 after …" -> "4:31 after …". */
export function sentenceOf(read: { disposition: string; reason: string }): string {
  const word = dispositionWord(read.disposition)
  const rest = read.reason.startsWith(`${word}: `) ? read.reason.slice(word.length + 2) : read.reason
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
