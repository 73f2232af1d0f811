import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MoonStar } from 'lucide-react'
import { memo, useMemo, useRef } from 'react'
import type { Participant, Race, RaceEvent, Split } from '../../api/types.ts'
import { age, clock, duration } from '../../lib/time.ts'
import { count, shortBib } from '../../lib/units.ts'
import { useNow } from '../../lib/useNow.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './ActivePeople.module.css'
import { activePeople, raceTime } from './glance.ts'

const ROW = 32

/** Who was seen within the last half hour, newest first: 'Last 30 Min - N seen' (PAGE-3). */
export function ActivePeople({ event, people }: { event: RaceEvent; people: readonly Participant[] | undefined }) {
  const wall = useNow(1)
  const now = useMemo(() => raceTime(people ?? [], wall), [people, wall])
  const rows = useMemo(() => activePeople(people ?? [], now), [people, now])
  return (
    <div className={css.card}>
      <Card flush title="Active Participants" aside={people ? `Last 30 Min - ${count(rows.length)} seen` : undefined}>
        {people === undefined ? (
          <div className={css.pad}>
            <Skeleton rows={8} label="Loading participants" />
          </div>
        ) : rows.length === 0 ? (
          <EmptyState icon={<MoonStar />} title="Nobody in the last half hour">
            Whoever crosses a split shows here at once.
          </EmptyState>
        ) : (
          <Rows event={event} rows={rows} now={now} />
        )}
      </Card>
    </div>
  )
}

function Rows({ event, rows, now }: { event: RaceEvent; rows: Participant[]; now: number }) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 12, getItemKey: (i) => rows[i]!.id })
  const races = useMemo(() => new Map(event.races.map((r) => [r.id, r])), [event.races])
  return (
    <div className={css.scroll} ref={box} role="table" aria-label="Active Participants" aria-rowcount={rows.length + 1} tabIndex={0}>
      <div role="rowgroup" className={css.head}>
        <div role="row" className={css.row} aria-rowindex={1}>
          <span role="columnheader">Bib</span>
          <span role="columnheader">Name</span>
          <span role="columnheader" className={css.race}>
            Race
          </span>
          <span role="columnheader">Last split</span>
          <span role="columnheader" className={css.time}>
            Time
          </span>
          <span role="columnheader">Seen</span>
        </div>
      </div>
      <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((v) => {
          const p = rows[v.index]!
          return (
            <div key={v.key} role="row" aria-rowindex={v.index + 2} className={css.row} style={{ transform: `translateY(${v.start}px)` }}>
              <Cells p={p} race={races.get(p.raceId)} zone={event.timezone} ago={age(p.lastSeenAt, now)} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

// At the end of a lap the laps done; on the way the lap that is being run.
function lapAt(p: Participant, split: Split, race: Race): number {
  return split.distance >= race.distance ? p.lapCount : p.lapCount + 1
}

const Cells = memo(function Cells({ p, race, zone, ago }: { p: Participant; race: Race | undefined; zone: string; ago: string }) {
  const split = race?.splits.find((s) => s.id === p.lastSplitId)
  const lap = race && split && (race.isTimed || race.lpsDuration > 0) ? lapAt(p, split, race) : 0
  return (
    <>
      <span role="cell" className={css.bib} style={{ borderLeftColor: race?.color || 'transparent' }}>
        {shortBib(p.bib)}
      </span>
      <span role="cell" className={css.name}>
        <Link to="/$raceEventId/participants/$id" params={{ raceEventId: p.raceEventId, id: p.id }}>
          {`${p.firstName} ${p.lastName}`.trim() || 'Unnamed'}
        </Link>
      </span>
      <span role="cell" className={css.race}>
        {race?.name ?? '-'}
      </span>
      <span role="cell" className={css.split}>
        {split?.name ?? '-'}
        {lap > 0 ? ` ${lap}` : ''}
      </span>
      <span role="cell" className={css.time}>
        {duration(p.elapsedMs)}
      </span>
      <span role="cell" className={css.seen}>
        <span className="mono">{clock(p.lastSeenAt, zone)}</span>
        <span className={css.ago}>{ago}</span>
      </span>
    </>
  )
})
