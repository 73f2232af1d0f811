// The columns of the crossings list, and a row's two lines. Made once per event, so that a row is drawn from itself alone.

import { Ban, Check, Hand, Lock, MoreHorizontal, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Crossing } from '../../api/types.ts'
import { dispositionState, dispositionWord, sentenceOf } from '../../lib/disposition.ts'
import { clock, clockMs, dateTime, ms, zoneName } from '../../lib/time.ts'
import { MISSING, shortBib } from '../../lib/units.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Badge, Swatch } from '../../ui/Status.tsx'
import type { Column } from '../../ui/tableColumns.ts'
import type { Action } from '../../api/crossingActions.ts'
import { splitWords, type Lookup } from './lookup.ts'
import css from './crossings.module.css'

/** The actions of a row; null where nothing can be done with it. */
type ActionsOf = ((c: Crossing) => Action[]) | null

export function crossingColumns(look: Lookup, actions: ActionsOf): Column<Crossing>[] {
  return [
    { id: 'time', head: 'Time', title: 'Time of day', width: 112, always: true, className: css.time, cell: (c) => <When c={c} look={look} />, sort: (c) => ms(c.timestamp), largestFirst: true },
    { id: 'bib', head: 'Bib', title: 'Bib, or the tag of nobody known', width: 84, always: true, className: css.bib, cell: (c) => <Bib c={c} /> },
    { id: 'name', head: 'Name', title: 'Name', width: 110, grow: 1.2, always: true, className: css.name, cell: (c) => nameOf(c) },
    { id: 'race', head: 'Race', title: 'Race', width: 84, grow: 0.5, rank: 3, className: css.dim, cell: (c) => look.race.get(c.raceId)?.name ?? MISSING },
    { id: 'split', head: 'Split', title: 'Split or lap', width: 92, grow: 0.8, rank: 8, cell: (c) => splitWords(c, look) || MISSING },
    { id: 'source', head: 'Source', title: 'Event source', width: 92, grow: 0.6, rank: 5, className: css.dim, cell: (c) => look.source.get(c.eventSourceId)?.name ?? MISSING },
    { id: 'place', head: 'Pl', title: 'Overall place there', width: 44, end: true, rank: 2, className: css.dim, cell: (c) => c.overallPlace ?? MISSING },
    { id: 'what', head: 'What', title: 'What became of it', width: 132, rank: 9, cell: (c) => <What c={c} /> },
    { id: 'why', head: 'Why', title: 'Why', width: 130, grow: 2.4, rank: 6, className: css.why, cell: (c) => <span title={c.reason}>{sentenceOf(c)}</span> },
    { id: 'marks', head: '', title: 'Marks', width: 56, rank: 4, cell: (c) => <Marks c={c} /> },
    ...(actions ? [{ id: 'more', head: '', title: 'Actions', width: 40, always: true, className: css.more!, cell: (c: Crossing) => <More c={c} actions={actions} /> }] : []),
  ]
}

export function nameOf(c: Crossing): string {
  return c.participantId ? `${c.firstName} ${c.lastName}`.trim() : 'Unknown Participant'
}

function When({ c, look }: { c: Crossing; look: Lookup }) {
  const from = `${dateTime(c.timestamp, look.zone)} ${zoneName(c.timestamp, look.zone)}, ${look.source.get(c.eventSourceId)?.name ?? 'unknown source'}`
  return <span title={from}>{clockMs(c.timestamp, look.zone)}</span>
}

function Bib({ c }: { c: Crossing }) {
  return (
    <>
      <Swatch color={c.color} />
      <span className={c.participantId ? '' : css.tag} title={c.tag ? `Tag ${c.tag}` : undefined}>
        {c.participantId ? shortBib(c.bib) : c.tag || MISSING}
      </span>
    </>
  )
}

function What({ c }: { c: Crossing }) {
  return (
    <span title={c.disposition}>
      <Badge state={dispositionState(c.disposition)}>{dispositionWord(c.disposition)}</Badge>
    </span>
  )
}

/** What people did to it: entered by hand, another time or owner, held at its split. */
function Marks({ c }: { c: Crossing }): ReactNode {
  return (
    <span className={css.marks}>
      {c.readerId === 'manual' ? <Mark icon={<Hand aria-hidden />} words="Entered by hand" /> : null}
      {c.corrected ? <Mark icon={<PencilLine aria-hidden />} words="Corrected" /> : null}
      {c.forced === undefined ? null : <Mark icon={c.forced ? <Check aria-hidden /> : <Ban aria-hidden />} words={c.forced ? 'Marked valid' : 'Marked invalid'} />}
      {c.locked ? <Mark icon={<Lock aria-hidden />} words="Locked to its split" /> : null}
    </span>
  )
}

function Mark({ icon, words }: { icon: ReactNode; words: string }) {
  return (
    <span title={words}>
      {icon}
      <span className="said">{words}</span>
    </span>
  )
}

/** The actions of one row, for the pointer. By keyboard each has a letter, and the row needs no further stop. */
function More({ c, actions }: { c: Crossing; actions: NonNullable<ActionsOf> }) {
  return (
    <Menu
      label={`Actions on the crossing of ${nameOf(c)}`}
      trigger={
        <IconButton label={`Actions on ${shortBib(c.bib)}`} excludeFromTabOrder>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
      sections={[{ title: 'Crossing', items: actions(c).map((a) => ({ id: a.id, label: a.label, detail: `Key ${a.key.toUpperCase()}`, why: a.why, run: a.run })) }]}
    />
  )
}

/** The row in two lines, for phones. */
export function crossingLines(c: Crossing, look: Lookup, actions: ActionsOf) {
  return (
    <div className={css.two}>
      <span className={css.twoName}>
        <Swatch color={c.color} />
        <b>{c.participantId ? shortBib(c.bib) : c.tag || MISSING}</b>
        {nameOf(c)}
      </span>
      <time className={css.time} dateTime={c.timestamp ?? undefined}>
        {clock(c.timestamp, look.zone)}
      </time>
      <span className={css.more}>{actions ? <More c={c} actions={actions} /> : null}</span>
      <span className={css.twoWhere}>
        {[splitWords(c, look), look.source.get(c.eventSourceId)?.name].filter(Boolean).join(' · ')} <Marks c={c} />
      </span>
      <span className={css.twoWhat}>
        <What c={c} />
      </span>
    </div>
  )
}
