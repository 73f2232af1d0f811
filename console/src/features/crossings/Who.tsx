import type { Crossing } from '../../api/types.ts'
import { clockMs, zoneName } from '../../lib/time.ts'
import { shortBib } from '../../lib/units.ts'
import { Swatch } from '../../ui/Status.tsx'
import { nameOf } from './columns.tsx'
import { splitWords, type Lookup } from './lookup.ts'
import css from './dialogs.module.css'

/** A crossing in a line: what a dialog is about. */
export function Who({ crossing: c, look }: { crossing: Crossing; look: Lookup }) {
  const source = look.source.get(c.eventSourceId)?.name
  return (
    <p className={css.who}>
      <Swatch color={c.color} />
      <b>{c.participantId ? shortBib(c.bib) : c.tag}</b>
      <span>{nameOf(c)}</span>
      <span className={css.dim}>{[splitWords(c, look), source].filter(Boolean).join(' · ')}</span>
      <time className={css.mono} dateTime={c.timestamp ?? undefined} title={zoneName(c.timestamp, look.zone)}>
        {clockMs(c.timestamp, look.zone)}
      </time>
    </p>
  )
}
