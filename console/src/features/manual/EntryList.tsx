import { Pencil, X } from 'lucide-react'
import type { EventSource, Participant, RaceEvent } from '../../api/types.ts'
import { clockMs } from '../../lib/time.ts'
import { shortBib } from '../../lib/units.ts'
import type { Rows } from '../../live/rows.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Entry, putEntries } from './entries.ts'
import css from './rows.module.css'
import { changeable, type EntryBox } from './useEntry.ts'
import { useJudgement, verdictOf } from './useJudgement.ts'
import { Person, Reasons, VerdictBadge } from './Verdict.tsx'
import { whoHas } from './who.ts'

interface Props {
  entries: readonly Entry[]
  event: RaceEvent
  sources: readonly EventSource[] | undefined
  people: Rows<Participant> | undefined
  sourceId: number
  box: EntryBox
  saves: number
}

/** The times that the server does not have yet, the newest first. Each can be changed and taken away until it is on its way. */
export function EntryList(props: Props) {
  if (props.entries.length === 0) {
    return (
      <EmptyState title="Nothing waits">
        Times that you enter stay here, also over a reload and without a network, until the server has them.
      </EmptyState>
    )
  }
  return (
    <ol className={css.list} aria-label="Unsent times">
      {props.entries.map((e) => (
        <Row key={e.id} entry={e} {...props} />
      ))}
    </ol>
  )
}

function Row({ entry: e, entries, event, sources, people, sourceId, box, saves }: Props & { entry: Entry }) {
  const who = whoHas(people, e.bib)
  const said = useJudgement(event.id, e.sourceId, e.bib, e.at, saves)
  const verdict = verdictOf(said, who, e.bib, entries.filter((o) => o.id !== e.id), event.timezone)
  const name = sources?.find((s) => s.id === e.sourceId)?.name
  const words = `${e.bib === '' ? 'without a bib' : e.bib} at ${clockMs(e.at, event.timezone)}`
  return (
    <li className={css.row} data-target={box.target?.id === e.id || undefined} data-open={e.bib === '' || undefined}>
      <span className={css.rowTime}>{clockMs(e.at, event.timezone)}</span>
      <span className={css.rowBib}>{e.bib === '' ? '–' : shortBib(e.bib)}</span>
      <div className={css.rowWho}>
        {e.bib === '' ? <p className={css.quiet}>Bib to come</p> : <Person who={who} said={said} event={event} />}
        <Reasons reasons={verdict.reasons} />
        {e.problem ? <p className={css.trouble}>{e.problem}</p> : null}
        {e.state === 'sent' ? <p className={css.quiet}>Sent, no answer yet. It is sent again by itself, and stored once.</p> : null}
      </div>
      <div className={css.rowEnd}>
        <VerdictBadge verdict={verdict} />
        {e.sourceId === sourceId ? null : <span className={css.quiet}>{e.sourceId === 0 ? 'No source' : (name ?? 'Unknown source')}</span>}
        {e.problem && e.sourceId !== sourceId && sourceId > 0 ? (
          <Button onPress={() => putEntries([moved(e, sourceId)])}>Move to the source above</Button>
        ) : null}
      </div>
      <span className={css.rowTools}>
        {changeable(e) ? (
          <>
            <IconButton label={`Change ${words}`} onPress={() => box.choose(e)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={`Remove ${words}`} onPress={() => box.remove(e)}>
              <X aria-hidden />
            </IconButton>
          </>
        ) : null}
      </span>
    </li>
  )
}

function moved(e: Entry, sourceId: number): Entry {
  return { ...e, sourceId, problem: undefined }
}
