import type { Told } from '../../api/people.ts'
import { count } from '../../lib/units.ts'
import css from './history.module.css'
import { actionWord, valueOf } from './words.ts'

/** What an entry changed, thing by thing: each field before and after. The words are the server's. */
export function Changes({ told, more }: { told: readonly Told[]; more: number }) {
  if (told.every((t) => t.fields.length === 0 && !t.why)) return null
  return (
    <ul className={css.changes}>
      {told.map((t, i) => (
        // Two changes of one entry may be about the same thing.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i}>
          {told.length > 1 || actionWord(t) ? <b>{[actionWord(t), t.name].filter(Boolean).join(' ')}</b> : null}
          {t.fields.map((f) => (
            <span key={f.field} className={css.change}>
              <span className={css.field}>{f.field}</span>
              {t.action === 'change' ? (
                <>
                  <del>{valueOf(f.from)}</del>
                  <span aria-label="becomes">→</span>
                </>
              ) : null}
              <ins>{valueOf(t.action === 'remove' ? f.from : f.to)}</ins>
            </span>
          ))}
          {t.why ? <q className={css.why}>{t.why}</q> : null}
        </li>
      ))}
      {more > 0 ? <li className={css.rest}>and {count(more)} more</li> : null}
    </ul>
  )
}
