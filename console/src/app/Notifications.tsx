import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AlertTriangle, BellOff, Info, X, XCircle } from 'lucide-react'
import { deleteNotification, readAllNotifications } from '../api/actions.ts'
import { keys, queries } from '../api/queries.ts'
import type { Notification } from '../api/types.ts'
import { age, ms } from '../lib/time.ts'
import { useNow } from '../lib/useNow.ts'
import { removeRows, type Rows, rowsFrom } from '../live/rows.ts'
import { Button, ButtonLink, IconButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Notice } from '../ui/Status.tsx'
import css from './Sidebar.module.css'

const ICONS = { info: Info, warning: AlertTriangle, error: XCircle }

/** What happened without anybody asking, newest first; taken away singly or all at once (SIDE-5). */
export function Notifications() {
  const client = useQueryClient()
  const { data, isPending, error } = useQuery(queries.notifications())
  const now = useNow(10)
  const change = useChange()
  if (isPending) return <Skeleton />
  if (!data) return <Notice state="bad">{error?.message ?? 'Notifications could not be loaded.'}</Notice>
  const rows = data.rows.toSorted((a, b) => ms(b.at) - ms(a.at) || b.id - a.id)
  if (rows.length === 0) {
    return (
      <EmptyState icon={<BellOff />} title="Nothing new">
        Lost sources, clocks that drift and finished imports are told here.
      </EmptyState>
    )
  }
  const drop = (n: Notification) => {
    client.setQueryData<Rows<Notification>>(keys.notifications, (r) => r && removeRows(r, [n.id], r.seq))
    change.mutate(() => deleteNotification(n.id))
  }
  const all = () => {
    client.setQueryData<Rows<Notification>>(keys.notifications, rowsFrom<Notification>([], data.seq))
    change.mutate(readAllNotifications)
  }
  return (
    <>
      <div className={css.tools}>
        <Button look="quiet" onPress={all}>
          Mark all read
        </Button>
      </div>
      <ul className={css.list}>
        {rows.map((n) => (
          <Line key={n.id} notification={n} now={now} onDrop={() => drop(n)} />
        ))}
      </ul>
    </>
  )
}

function Line({ notification: n, now, onDrop }: { notification: Notification; now: number; onDrop: () => void }) {
  const kind = n.type in ICONS ? (n.type as keyof typeof ICONS) : 'info'
  const Icon = ICONS[kind]
  return (
    <li className={css.item}>
      <Icon className={css[kind]} aria-label={kind} />
      <div className={css.words}>
        <div className={css.title}>{n.title}</div>
        {n.detail ? <div className={css.detail}>{n.detail}</div> : null}
        <div className={css.when}>{age(n.at, now)}</div>
        {n.action.startsWith('/') && n.actionTitle ? (
          <div>
            <ButtonLink href={n.action}>{n.actionTitle}</ButtonLink>
          </div>
        ) : null}
      </div>
      <IconButton label={`Remove: ${n.title}`} onPress={onDrop}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

// The row goes at once and comes back, with the rest of the truth, when the server refuses.
function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: () => client.invalidateQueries({ queryKey: keys.notifications }),
  })
}
