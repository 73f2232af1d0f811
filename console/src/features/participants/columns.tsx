// The columns of the results table (RES-1) and a row's classes (RES-4). Made once per event, so that a row is drawn from itself alone.

import type { CSSProperties } from 'react'
import type { Participant } from '../../api/types.ts'
import { clock, durationMs, raceTime } from '../../lib/time.ts'
import { distance, MISSING } from '../../lib/units.ts'
import { Badge } from '../../ui/Status.tsx'
import type { Column } from '../../ui/tableColumns.ts'
import type { RowLook } from '../../ui/TableRow.tsx'
import { bibKey } from './filter.ts'
import { lastSplitOf, placeOf, raceThenPlace, repeats, statusClass, statusRank, statusState, timeOf, waveOf, type Lookup } from './standing.ts'
import css from './participants.module.css'

/** Every column there is. Those marked optional are shown when asked for. */
export function participantColumns(look: Lookup, miles: boolean): (Column<Participant> & { optional?: boolean })[] {
  const race = (p: Participant) => look.race.get(p.raceId)
  const unit = miles ? 'mi' : 'km'
  return [
    { id: 'place', head: 'Place', title: 'Overall place', width: 56, end: true, rank: 9, className: css.place, cell: (p) => shown(placeOf(p, p.overallPlace)), sort: (p) => raceThenPlace(p, look) },
    { id: 'gplace', head: 'G', title: 'Gender place', width: 38, end: true, rank: 5, className: css.dim, cell: (p) => shown(placeOf(p, p.genderPlace)), sort: (p) => placeOf(p, p.genderPlace) },
    { id: 'bplace', head: 'Band', title: 'Age band place', width: 52, end: true, rank: 1, optional: true, className: css.dim, cell: (p) => shown(placeOf(p, p.bandPlace)), sort: (p) => placeOf(p, p.bandPlace) },
    { id: 'bib', head: 'Bib', title: 'Bib', width: 56, always: true, className: css.bib, cell: (p) => <Bib p={p} look={look} />, sort: (p) => bibKey(p.bib) },
    { id: 'last', head: 'Last', title: 'Last name', width: 90, grow: 1.5, always: true, className: css.last, cell: (p) => <LastName p={p} />, sort: (p) => `${p.lastName}  ${p.firstName}` },
    { id: 'first', head: 'First', title: 'First name', width: 70, grow: 1.1, always: true, cell: (p) => p.firstName, sort: (p) => `${p.firstName}  ${p.lastName}` },
    { id: 'gender', head: 'M/F', title: 'Gender', width: 40, rank: 4, className: css.dim, cell: (p) => p.gender, sort: (p) => p.gender || null },
    { id: 'age', head: 'Age', title: 'Age on race day', width: 42, end: true, rank: 3, className: css.dim, cell: (p) => p.age ?? MISSING, sort: (p) => p.age },
    { id: 'race', head: 'Race', title: 'Race', width: 94, grow: 1, rank: 6, className: css.dim, cell: (p) => race(p)?.name ?? MISSING, sort: (p) => look.raceIndex.get(p.raceId) },
    { id: 'wave', head: 'Wave', title: 'Wave', width: 48, end: true, rank: 2, className: css.dim, cell: (p) => waveOf(p, race(p)) || MISSING, sort: (p) => p.waveTime ?? (waveOf(p, race(p)) || null) },
    { id: 'team', head: 'Team', title: 'Team name', width: 92, grow: 1.1, rank: 3.5, optional: true, cell: (p) => p.teamName, sort: (p) => p.teamName || null },
    { id: 'city', head: 'From', title: 'City and state', width: 96, grow: 1, rank: 1, optional: true, className: css.dim, cell: (p) => placeName(p), sort: (p) => placeName(p) || null },
    { id: 'split', head: 'Last split', title: 'Last split', width: 98, grow: 1.1, rank: 7, cell: (p) => lastSplitOf(p, look), sort: (p) => (p.lastSeenAt ? p.distance : null), largestFirst: true },
    { id: 'seen', head: 'Seen', title: 'Last seen', width: 74, end: true, rank: 1.5, optional: true, className: css.time, cell: (p) => clock(p.lastSeenAt, look.zone), sort: (p) => p.lastSeenAt, largestFirst: true },
    { id: 'laps', head: 'Laps', title: 'Laps', width: 46, end: true, rank: 1.4, optional: true, cell: (p) => (repeats(race(p)) ? p.lapCount : ''), sort: (p) => (repeats(race(p)) ? p.lapCount : null), largestFirst: true },
    { id: 'dist', head: unit, title: `Distance covered (${unit})`, width: 56, end: true, rank: 1.3, optional: true, cell: (p) => (p.st ? distance(p.distance, miles) : MISSING), sort: (p) => (p.st ? p.distance : null), largestFirst: true },
    { id: 'chip', head: 'Chip', title: 'Chip time', width: 76, end: true, rank: 1.2, optional: true, className: css.time, cell: (p) => raceTime(p.chipMs), sort: (p) => p.chipMs },
    { id: 'gun', head: 'Gun', title: 'Gun time', width: 76, end: true, rank: 1.1, optional: true, className: css.time, cell: (p) => raceTime(p.gunMs), sort: (p) => p.gunMs },
    { id: 'time', head: 'Time', title: 'Time', width: 80, end: true, always: true, className: css.time, cell: (p) => <Time p={p} look={look} />, sort: timeOf },
    { id: 'status', head: 'Status', title: 'Status', width: 90, rank: 8, cell: (p) => <StatusBadge p={p} />, sort: (p) => statusRank(p.status) * 1e6 + (p.ft ? 0 : p.st ? 1e3 : 2e3) + p.status },
  ]
}

function shown(place: number | null) {
  return place ?? MISSING
}

function placeName(p: Participant): string {
  return [p.city, p.state].filter(Boolean).join(', ')
}

/** A bib under the colour of its race (RES-1). */
function Bib({ p, look }: { p: Participant; look: Lookup }) {
  const color = look.race.get(p.raceId)?.color
  return (
    <span className={`${css.bibText} ${color ? '' : css.noColor}`} style={color ? ({ '--race': color } as CSSProperties) : undefined}>
      {p.bib || MISSING}
    </span>
  )
}

function LastName({ p }: { p: Participant }) {
  return (
    <>
      {p.lastName}
      <Marks p={p} />
    </>
  )
}

/** What is to be known beside the name: a note, a start too early or late (WAVE-7), a cutoff missed. */
function Marks({ p }: { p: Participant }) {
  return (
    <>
      {p.notes ? <span className={css.note} role="img" aria-label={`Note: ${p.notes}`} /> : null}
      {p.flag ? (
        <span className={css.flag} title={p.flag === 'early' ? 'Started more than 4:10 before their wave' : 'Started more than 4:10 after their wave'}>
          {p.flag}
        </span>
      ) : null}
      {p.afterCutoff ? (
        <span className={css.flag} title="After the cutoff">
          cutoff
        </span>
      ) : null}
    </>
  )
}

/** The time, with where it comes from at the pointer. On course it is fainter: it still runs. */
function Time({ p, look }: { p: Participant; look: Lookup }) {
  const ms = timeOf(p)
  return (
    <span className={p.timeMs === null ? css.running : ''} title={ms === null ? undefined : whereFrom(p, look)}>
      {raceTime(ms)}
    </span>
  )
}

/** Milliseconds, which clock, and the read behind a time. */
function whereFrom(p: Participant, look: Lookup): string {
  const race = look.race.get(p.raceId)
  const which = race?.gunTime ? 'gun' : 'chip'
  const at = `${clock(p.lastSeenAt, look.zone)} at ${lastSplitOf(p, look) || 'an unknown split'}`
  return p.timeMs === null ? `${durationMs(p.elapsedMs)} so far, ${which} clock · seen ${at}` : `${durationMs(p.timeMs)} official (${which}) · finished ${clock(p.ft, look.zone)}`
}

/** The status label of the server, with its colour. */
export function StatusBadge({ p }: { p: Participant }) {
  return (
    <span title={p.statusAutomatic ? 'Set automatically; a late read can take it back' : undefined}>
      <Badge state={statusState(p)}>{p.statusLabel || MISSING}</Badge>
    </span>
  )
}

/** The classes of a row (RES-4) and its notes as a tooltip (RES-3). */
export function rowLook(p: Participant): RowLook {
  const classes = [`race-${p.raceId}`, p.gender.toLowerCase(), statusClass(p), p.notes ? 'has-note' : '', p.flag ? `flag ${p.flag}` : '']
  return { className: classes.filter(Boolean).join(' '), tip: p.notes || undefined }
}

/** The row in two lines, for phones and for the list beside an opened person. */
export function rowLines(p: Participant, look: Lookup) {
  const race = look.race.get(p.raceId)
  return (
    <div className={`${css.two} ${race?.color ? '' : css.noColor}`} style={race?.color ? ({ '--race': race.color } as CSSProperties) : undefined}>
      <span className={css.twoPlace}>{shown(placeOf(p, p.overallPlace))}</span>
      <span className={css.twoName}>
        <b>{p.bib || MISSING}</b>
        <strong>{p.lastName}</strong>, {p.firstName}
        <Marks p={p} />
      </span>
      <span className={css.twoTime}>
        <Time p={p} look={look} />
      </span>
      <span className={css.twoWhere}>{[race?.name, lastSplitOf(p, look)].filter(Boolean).join(' · ')}</span>
      <span className={css.twoStatus}>
        <StatusBadge p={p} />
      </span>
    </div>
  )
}
