import { useState } from 'react'
import { changed, changesOf, type Effect } from '../lib/acted.ts'
import { count, plural, shortBib } from '../lib/units.ts'
import css from './ActedPreview.module.css'
import { Button } from './Button.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Notice } from './Status.tsx'

interface Props {
  /** The answer of a dry run; undefined while it is under way, or before there is anything to ask. */
  acted: Effect | undefined
  /** The dry run is under way. What was shown before stays, fainter. */
  loading?: boolean
  /** The refusal of the dry run. */
  error?: string | undefined
  /** What to say when nobody's standing changes. */
  nothing?: string
}

const SHOWN = 50

/** What pressing the button would do: who changes from what to what. Nothing is stored for it. */
export function ActedPreview({ acted, loading = false, error, nothing = 'Nothing changes: nobody’s place, time or status.' }: Props) {
  const [all, setAll] = useState(false)
  if (error) return <Notice state="bad">{error}</Notice>
  if (!acted) return loading ? <Skeleton rows={2} label="Working out what would change" /> : null
  const people = changed(acted.people)
  const shown = all ? people : people.slice(0, SHOWN)
  return (
    <section className={css.preview} aria-label="What changes" aria-busy={loading} style={loading ? { opacity: 0.6 } : undefined}>
      {acted.summary ? <p className={css.summary}>{acted.summary}</p> : null}
      {people.length === 0 ? (
        <p className={css.none}>{acted.others ? `Nobody’s time or status changes; ${plural(acted.others, 'person moves', 'people move')} to another place.` : nothing}</p>
      ) : (
        <>
          {/* A list that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={css.scroll} tabIndex={0} role="region" aria-label={`${plural(people.length, 'person changes', 'people change')}`}>
            <table className={css.people}>
              <tbody>
                {shown.map((a) => (
                  <tr key={a.participantId}>
                    <td className={css.bib}>{shortBib(a.bib)}</td>
                    <th scope="row">
                      {a.name}
                      <span className={css.race}>{a.race}</span>
                    </th>
                    <td>
                      {changesOf(a).map((c) => (
                        <span key={c.what} className={css.change}>
                          <span className={css.what}>{c.what}</span>
                          <span className={css.was}>{c.was}</span>
                          <span aria-label="becomes">→</span>
                          <ins className={css.now}>{c.now}</ins>
                        </span>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {acted.others ? <p className={css.more}>{`${plural(acted.others, 'more person moves', 'more people move')} to another place.`}</p> : null}
          {people.length > shown.length ? (
            <p className={css.more}>
              and {count(people.length - shown.length)} more{' '}
              <Button look="quiet" onPress={() => setAll(true)}>
                Show all
              </Button>
            </p>
          ) : null}
        </>
      )}
    </section>
  )
}
