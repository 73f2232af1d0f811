import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { JournalLine } from '../../api/people.ts'
import { type EditFilter, editPages } from '../../api/queries.ts'
import { age, dateTime, zoneName } from '../../lib/time.ts'
import { useNow } from '../../lib/useNow.ts'
import { count, plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Changes } from './Changes.tsx'
import css from './history.module.css'
import { UndoDialog } from './UndoDialog.tsx'
import { sentence, sizeOf, whoOf } from './words.ts'

interface Props {
  raceEventId: number
  zone: string
  filter: EditFilter
  /** What to say when there is no entry. */
  empty: string
}

/** Entries of the journal, newest first: who, when, what, and the way back. */
export function HistoryList({ raceEventId, zone, filter, empty }: Props) {
  const pages = useInfiniteQuery(editPages(raceEventId, filter))
  const [undoing, setUndoing] = useState<JournalLine | null>(null)
  const now = useNow(30_000)
  if (pages.error && !pages.data) {
    return (
      <EmptyState title="The history could not be loaded" action={<Button onPress={() => void pages.refetch()}>Try again</Button>}>
        {pages.error.message}
      </EmptyState>
    )
  }
  if (!pages.data) return <Skeleton rows={8} label="Loading the history" />
  const lines = pages.data.pages.flat()
  if (lines.length === 0) return <EmptyState title={empty}>Whatever is changed stands here, with who did it and the way back.</EmptyState>
  return (
    <>
      <ol className={css.list}>
        {lines.map((line) => (
          <Entry key={line.id} line={line} zone={zone} now={now} onUndo={() => setUndoing(line)} />
        ))}
      </ol>
      <div className={css.more}>
        {pages.hasNextPage ? (
          <Button busy={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
            Show older
          </Button>
        ) : (
          <p>{plural(lines.length, 'entry', 'entries')}, from the beginning.</p>
        )}
      </div>
      {undoing ? <UndoDialog raceEventId={raceEventId} line={undoing} onClose={() => setUndoing(null)} /> : null}
    </>
  )
}

const SHORT = 3

function Entry({ line, zone, now, onUndo }: { line: JournalLine; zone: string; now: number; onUndo: () => void }) {
  const size = sizeOf(line)
  const short = size <= SHORT && line.told.every((t) => t.fields.length <= 4)
  const [open, setOpen] = useState(false)
  const undone = Boolean(line.undoneBy)
  return (
    <li className={css.entry} data-undone={undone || undefined}>
      <div className={css.head}>
        <p className={css.summary}>{sentence(line.summary)}</p>
        {undone ? <Badge>Taken back by {line.undoneBy}</Badge> : null}
        {undone ? null : (
          <Button look="quiet" icon={<Undo2 aria-hidden />} onPress={onUndo} aria-label={`Undo ${line.id}: ${line.summary}`}>
            Undo
          </Button>
        )}
      </div>
      <p className={css.meta}>
        <time dateTime={line.at ?? undefined} title={`${dateTime(line.at, zone)} ${zoneName(line.at, zone)}`}>
          {age(line.at, now)}
        </time>
        {` · ${dateTime(line.at, zone)} · ${whoOf(line)} · ${line.kind} · ${line.id}`}
      </p>
      {short ? (
        <Changes told={line.told} more={0} />
      ) : (
        <>
          <button type="button" className={css.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            <ChevronRight size={13} aria-hidden />
            {open ? 'Hide what changed' : `Show what changed${size > 1 ? ` (${count(size)})` : ''}`}
          </button>
          {open ? <Changes told={line.told} more={line.moreChanges ?? 0} /> : null}
        </>
      )}
    </li>
  )
}
