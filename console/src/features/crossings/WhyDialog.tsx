import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explainCrossing } from '../../api/crossings.ts'
import type { Read } from '../../api/types.ts'
import { dispositionState, dispositionWord, sentenceOf } from '../../lib/disposition.ts'
import { clockMs } from '../../lib/time.ts'
import { openWindow } from '../../lib/windows.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Badge, Notice } from '../../ui/Status.tsx'
import { useLookup } from './useLookup.ts'
import { Who } from './Who.tsx'
import type { CrossingProps } from './windows.ts'
import css from './dialogs.module.css'

/** Why a crossing is what it is: its own reason, the story of its person, and every read around it. */
export default function WhyDialog({ raceEventId, crossing, onClose }: CrossingProps & { onClose: () => void }) {
  const look = useLookup(raceEventId)
  const why = useQuery({ queryKey: ['explain', raceEventId, crossing.id], queryFn: ({ signal }) => explainCrossing(raceEventId, crossing.id, signal), staleTime: 0, gcTime: 0 })
  return (
    <Dialog
      title="Why"
      isOpen
      size="l"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={() => openWindow('reassignCrossings', { raceEventId, crossings: [crossing] })}>Reassign…</Button>
          <Button onPress={() => openWindow('editCrossing', { raceEventId, crossing })}>Edit…</Button>
          <Button look="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <div className={css.list}>
          <Who crossing={crossing} look={look} />
          <p className={css.who}>
            <Badge state={dispositionState(crossing.disposition)}>{dispositionWord(crossing.disposition)}</Badge>
            <span>{sentenceOf(crossing)}</span>
          </p>
        </div>
        {why.error ? <Notice state="bad">{why.error.message}</Notice> : null}
        {why.data ? (
          <>
            {why.data.participantId ? (
              <p>
                <Link to="/$raceEventId/participants/$id" params={{ raceEventId, id: why.data.participantId }} onClick={onClose}>
                  {`${why.data.bib} ${why.data.name}`}
                </Link>
              </p>
            ) : null}
            <ul className={css.story}>
              {why.data.story.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <Reads reads={why.data.reads} own={crossing.id} zone={look.zone} />
          </>
        ) : why.error ? null : (
          <Skeleton rows={6} label="Looking it up" />
        )}
      </div>
    </Dialog>
  )
}

/** Every read, those of this crossing marked. */
function Reads({ reads, own, zone }: { reads: readonly Read[]; own: number; zone: string }) {
  if (reads.length === 0) return null
  return (
    // A list that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label="Reads">
      <table className={css.reads}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Source</th>
            <th scope="col">What</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {reads.map((r) => (
            <tr key={r.id} data-own={r.crossingId === own || undefined}>
              <td className={css.mono}>{clockMs(r.at, zone)}</td>
              <td>{r.source}</td>
              <td>{dispositionWord(r.disposition)}</td>
              <td className={css.dim}>{sentenceOf(r)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
