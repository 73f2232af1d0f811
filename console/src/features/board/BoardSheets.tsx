import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { queries } from '../../api/queries.ts'
import type { Board, Due, RaceBoard, SplitBoard } from '../../api/types.ts'
import { clock, dateTime } from '../../lib/time.ts'
import { count, distance, shortBib } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './sheets.module.css'
import type { BoardSearch } from './search.ts'

/** The board on paper: a page for each split with everybody who may still come, to be ticked off by hand at the aid station. */
export function BoardSheets({ raceEventId, view }: { raceEventId: number; view: BoardSearch }) {
  const navigate = useNavigate()
  const event = useQuery(queries.event(raceEventId))
  const board = useQuery(queries.boardSheets(raceEventId))
  useEffect(() => {
    document.title = `Board lists${event.data ? ` · ${event.data.name}` : ''} · Race Control`
  }, [event.data])
  const back = () => void navigate({ to: '/$raceEventId/board', params: { raceEventId }, search: view })
  if (!board.data || !event.data) {
    const error = board.error ?? event.error
    return error ? (
      <EmptyState title="The lists could not be loaded" action={<Button onPress={() => void Promise.all([board.refetch(), event.refetch()])}>Try again</Button>}>
        {error.message}
      </EmptyState>
    ) : (
      <Skeleton rows={16} label="Loading the lists" />
    )
  }
  const { timezone: zone, name } = event.data
  const sheets = sheetsOf(board.data, view.race)
  return (
    <div className={css.screen}>
      <header className={css.tools}>
        <h1>Board lists</h1>
        <p>
          {sheets.length === 1 ? '1 page' : `${sheets.length} pages or more`}, as of {clock(board.data.at, zone)}. They hold telephone numbers: keep them with the crew.
        </p>
        <Button onPress={back}>Back to the board</Button>
        <Button look="primary" icon={<Printer aria-hidden />} onPress={() => window.print()}>
          Print
        </Button>
      </header>
      {sheets.length === 0 ? <EmptyState title="Nobody is expected anywhere">There is nothing to print.</EmptyState> : null}
      {sheets.map(({ race, split }) => (
        <Sheet key={split.splitId} event={name} at={board.data.at} zone={zone} race={race} split={split} />
      ))}
    </div>
  )
}

// Splits at which nobody is awaited need no paper.
function sheetsOf(board: Board, race: number | undefined): { race: RaceBoard; split: SplitBoard }[] {
  return board.races
    .filter((r) => race === undefined || r.raceId === race)
    .flatMap((r) => r.splits.map((split) => ({ race: r, split })))
    .filter(({ split }) => split.overdue.length + split.inStation.length + split.expected.length > 0)
}

function Sheet({ event, at, zone, race, split }: { event: string; at: string | null; zone: string; race: RaceBoard; split: SplitBoard }) {
  return (
    <article className={css.sheet} aria-label={`${split.split}, ${race.race}`}>
      <header>
        <h2>
          {split.split} <span>{race.race}</span>
        </h2>
        <p>
          {distance(split.distance, false)} km{split.cutoff ? ` · cutoff ${clock(split.cutoff, zone).slice(0, 5)}` : ''} · {event}
        </p>
        <p className={css.as}>as of {dateTime(at, zone)}</p>
        <dl>
          <Number name="Overdue" n={split.overdueCount} />
          <Number name="Expected" n={split.expectedCount} />
          <Number name="In" n={split.in} />
          <Number name="Out" n={split.out} />
          <Number name="Not yet" n={split.notSeen} />
          <Number name="Stopped" n={split.stopped} />
        </dl>
      </header>
      <List title={split.overdue.some((d) => d.started) ? 'Overdue' : 'Not seen at the start'} people={split.overdue} zone={zone} />
      <List title="There now" people={split.inStation} zone={zone} there />
      <List title="Expected" people={split.expected} zone={zone} />
    </article>
  )
}

function Number({ name, n }: { name: string; n: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(n)}</dd>
    </div>
  )
}

function List({ title, people, zone, there = false }: { title: string; people: readonly Due[]; zone: string; there?: boolean }) {
  if (people.length === 0) return null
  return (
    <table className={css.table}>
      <caption>
        {title}: {count(people.length)}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={css.bib}>
            Bib
          </th>
          <th scope="col">Name</th>
          <th scope="col">Last seen</th>
          <th scope="col" className={css.time}>
            {there ? 'Came' : 'Expected'}
          </th>
          <th scope="col" className={css.time}>
            {there ? 'Next' : 'Latest'}
          </th>
          <th scope="col">Phone</th>
          <th scope="col">Emergency</th>
        </tr>
      </thead>
      <tbody>
        {people.map((p) => (
          <tr key={p.participantId}>
            <th scope="row" className={css.bib}>
              <span className={css.box} />
              {shortBib(p.bib)}
            </th>
            <td>{p.name}</td>
            <td>{p.lastSplit ? `${p.lastSplit} ${clock(p.lastSeenAt, zone).slice(0, 5)}` : ''}</td>
            <td className={css.time}>{clock(there ? p.lastSeenAt : p.expectedAt, zone).slice(0, 5)}</td>
            <td className={css.time}>{clock(there ? p.expectedAt : p.latestAt, zone).slice(0, 5)}</td>
            <td>{p.phone}</td>
            <td>{[p.emergencyName, p.emergencyPhone].filter(Boolean).join(' ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
