import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { EventSource, RaceEvent } from '../../api/types.ts'
import { age } from '../../lib/time.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice, StatusDot } from '../../ui/Status.tsx'
import css from './EventsScreen.module.css'
import { DeleteSource, SourceDialog } from './SourceDialog.tsx'
import { usesOf } from './sourceUses.ts'

type Open = { kind: 'edit'; source: EventSource | null } | { kind: 'delete'; source: EventSource }

/** The timing points: every event source with its state and the splits of the active event that listen to it; New, Edit, Delete. */
export function SourcesCard({ event }: { event: RaceEvent | undefined }) {
  const { data, isPending, error } = useQuery(queries.sources())
  const [open, setOpen] = useState<Open | null>(null)
  const sources = (data?.rows ?? []).filter((s) => !s.deleted).toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  return (
    <Card
      title="Timing Points"
      flush
      aside={
        <Button icon={<Plus aria-hidden />} onPress={() => setOpen({ kind: 'edit', source: null })}>
          New Source
        </Button>
      }
    >
      {isPending ? <Skeleton rows={4} label="Loading..." /> : null}
      {error && !data ? <Notice state="bad">{error.message}</Notice> : null}
      {data && sources.length === 0 ? <EmptyState title="No Event Sources">A source is where reads come from: a mat, a reader, a spotter. Splits listen to sources.</EmptyState> : null}
      <ul className={css.rows}>
        {sources.map((s) => (
          <Line key={s.id} source={s} event={event} onEdit={() => setOpen({ kind: 'edit', source: s })} onDelete={() => setOpen({ kind: 'delete', source: s })} />
        ))}
      </ul>
      {open?.kind === 'edit' ? <SourceDialog source={open.source} onClose={() => setOpen(null)} /> : null}
      {open?.kind === 'delete' ? <DeleteSource source={open.source} uses={usesOf(open.source.id, event)} onClose={() => setOpen(null)} /> : null}
    </Card>
  )
}

function Line({ source: s, event, onEdit, onDelete }: { source: EventSource; event: RaceEvent | undefined; onEdit: () => void; onDelete: () => void }) {
  const now = useNow(5)
  const uses = usesOf(s.id, event)
  const up = s.status === 'connected'
  return (
    <li className={css.source}>
      <StatusDot state={up ? 'good' : uses.length > 0 ? 'bad' : 'off'} size={8} />
      <span className={css.rowName}>{s.name}</span>
      <span className={css.quiet}>{up ? 'connected' : s.updatedAt ? `silent, ${age(s.updatedAt, now)}` : 'never heard'}</span>
      <span className={css.uses} title={uses.join(', ')}>
        {uses.length === 0 ? 'no split' : uses.length > 2 ? `${uses.slice(0, 2).join(', ')} +${uses.length - 2}` : uses.join(', ')}
      </span>
      <IconButton label={`Edit ${s.name}`} onPress={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${s.name}`} onPress={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}
