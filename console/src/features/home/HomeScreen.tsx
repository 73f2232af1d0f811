import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { queries } from '../../api/queries.ts'
import type { Participant, RaceEvent } from '../../api/types.ts'
import { age, days, shortDateTime, zoneName } from '../../lib/time.ts'
import { plural } from '../../lib/units.ts'
import { useNow } from '../../lib/useNow.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { ActivePeople } from './ActivePeople.tsx'
import { genderSlices, raceLines, statusSlices } from './glance.ts'
import css from './HomeScreen.module.css'
import { RacesTable } from './RacesTable.tsx'

const Donut = lazy(() => import('../../ui/Donut.tsx').then((m) => ({ default: m.Donut })))
const NOBODY: readonly Participant[] = []

/** The state of the active event: its last import, counts, and who was just seen (PAGE-1 … PAGE-3). */
export function HomeScreen({ raceEventId }: { raceEventId: number }) {
  const event = useQuery({ ...queries.event(raceEventId), enabled: raceEventId > 0 })
  const people = useQuery({ ...queries.participants(raceEventId), enabled: raceEventId > 0 })

  useEffect(() => {
    document.title = event.data ? `${event.data.name} · Race Control` : 'Home · Race Control'
  }, [event.data])

  if (raceEventId === 0) return <NoEvent />
  if (event.isPending) return <Loading />
  if (!event.data) return <Problem message={event.error?.message} />
  return (
    <div className={css.screen}>
      <Title event={event.data} people={people.data?.rows.length} />
      {people.isError && !people.data ? <Notice state="bad">{people.error.message}</Notice> : null}
      <div className={css.grid}>
        <Glance event={event.data} people={people.data?.rows} />
        <ActivePeople event={event.data} people={people.data?.rows} />
      </div>
    </div>
  )
}

function Title({ event, people }: { event: RaceEvent; people: number | undefined }) {
  const starts = event.races.flatMap((r) => (r.startTime ? [r.startTime] : [])).toSorted()
  const ends = event.races.flatMap((r) => (r.cutoff ? [r.cutoff] : [])).toSorted()
  const words = [
    days(starts[0], ends.at(-1), event.timezone),
    plural(event.races.length, 'race', 'races'),
    people === undefined ? '' : plural(people, 'person', 'people'),
    `times in ${zoneName(starts[0], event.timezone)}`,
  ]
  return (
    <header className={css.title}>
      <h1>{event.name}</h1>
      <p className={css.words}>{words.filter(Boolean).join(' · ')}</p>
      <LastImport event={event} />
    </header>
  )
}

/** A short US date-time with how long ago, or 'Never Imported' (PAGE-1). */
function LastImport({ event }: { event: RaceEvent }) {
  const now = useNow(10)
  return (
    <dl className={css.import}>
      <dt>Last Import</dt>
      <dd>{event.lastImportAt ? `${shortDateTime(event.lastImportAt, event.timezone)} (${age(event.lastImportAt, now)})` : 'Never Imported'}</dd>
    </dl>
  )
}

function Glance({ event, people }: { event: RaceEvent; people: readonly Participant[] | undefined }) {
  const genders = useMemo(() => genderSlices(people ?? NOBODY), [people])
  const statuses = useMemo(() => statusSlices(people ?? NOBODY), [people])
  const lines = useMemo(() => raceLines(event.races, people ?? NOBODY), [event.races, people])
  return (
    <Card title="At a Glance">
      {people === undefined ? (
        <Skeleton rows={9} label="Loading participants" />
      ) : (
        <div className={css.glance}>
          <Suspense fallback={<div className={css.donutHole} />}>
            <div className={css.donuts}>
              <Donut title="Participant Status" slices={statuses} unit="people" />
              <Donut title="Participants by Gender" slices={genders} unit="people" />
            </div>
          </Suspense>
          <RacesTable lines={lines} zone={event.timezone} />
        </div>
      )}
    </Card>
  )
}

/** Before an event is chosen: the next step, and empty charts. */
function NoEvent() {
  return (
    <div className={css.screen}>
      <header className={css.title}>
        <h1>Home</h1>
      </header>
      <Card title="Choose an Event">
        <EmptyState icon={<Flag />} title="No event is open">
          Pick one at the top left, or make a new one there. From a file: <code className="mono">racectl event apply FILE.yaml</code>.
        </EmptyState>
      </Card>
      <Card title="At a Glance">
        <Suspense fallback={<div className={css.donutHole} />}>
          <div className={css.donuts}>
            <Donut title="Participant Status" slices={statusSlices(NOBODY)} unit="people" />
            <Donut title="Participants by Gender" slices={genderSlices(NOBODY)} unit="people" />
          </div>
        </Suspense>
      </Card>
    </div>
  )
}

function Loading() {
  return (
    <div className={css.screen}>
      <Skeleton rows={8} label="Loading the event" />
    </div>
  )
}

function Problem({ message }: { message: string | undefined }) {
  return (
    <div className={css.screen}>
      <Notice state="bad">{message ?? 'The event could not be loaded.'}</Notice>
    </div>
  )
}
