import type { ImportField } from '../../api/importing.ts'
import { MISSING, shortBib } from '../../lib/units.ts'
import { Badge } from '../../ui/Status.tsx'
import { KINDS, type Line, wordOf } from './changes.ts'
import css from './changes.module.css'

// Of somebody new, what stands at the left is not said twice.
const SAID = new Set(['bib', 'first_name', 'last_name', 'full_name', 'distance', 'race'])

/** One row of the file: its line, what becomes of it, who it is about, and field by field what it was and what it becomes. */
export function ChangeLine({ line, fields }: { line: Line; fields: readonly ImportField[] }) {
  return (
    <>
      <span className={css.row}>
        <span className={css.word}>Line</span> {line.row}
      </span>
      <span className={css.kind}>
        <Badge state={KINDS[line.kind].state}>{KINDS[line.kind].badge}</Badge>
      </span>
      {line.message ? (
        <span className={css.message}>{line.message}</span>
      ) : (
        <>
          <span className={css.who}>
            {line.bib ? <span className={css.bib}>{shortBib(line.bib)}</span> : null}
            <span className={css.name}>{line.name || MISSING}</span>
            {line.race ? <span className={css.race}>{line.race}</span> : null}
          </span>
          <span className={css.fields}>
            {line.fields.filter((f) => line.kind !== 'created' || !SAID.has(f.field)).map((f) => (
              <span key={f.field} className={css.change}>
                <span className={css.word}>{wordOf(fields, f.field)}</span>
                {line.kind === 'created' ? null : (
                  <>
                    <span className={css.was}>{f.was || 'blank'}</span>
                    <span aria-label="becomes">→</span>
                  </>
                )}
                <ins className={css.now}>{f.now || 'blank'}</ins>
              </span>
            ))}
          </span>
        </>
      )}
    </>
  )
}
