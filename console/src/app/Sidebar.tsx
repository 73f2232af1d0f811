import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { queries } from '../api/queries.ts'
import type { RaceEvent } from '../api/types.ts'
import { type SidebarTab, usePreference } from '../lib/preferences.ts'
import { IconButton } from '../ui/Button.tsx'
import { Splitter } from '../ui/Splitter.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { LastSeen } from './LastSeen.tsx'
import { Notifications } from './Notifications.tsx'
import { Recents } from './Recents.tsx'
import css from './Sidebar.module.css'

/** Notifications, recent people, and who was last seen at a split (SIDE-1). Its width and tab are remembered. */
export default function Sidebar({ eventId, event, onClose }: { eventId: number; event: RaceEvent | undefined; onClose: () => void }) {
  const [tab, setTab] = usePreference('sidebarTab')
  const [width, setWidth] = usePreference('sidebarWidth')
  const { data } = useQuery(queries.notifications())
  return (
    <aside className={css.sidebar} aria-label="Sidebar" style={{ '--width': `${width}px` } as React.CSSProperties}>
      <Splitter label="Width of the sidebar" width={width} min={240} max={480} onChange={setWidth} />
      <div className={css.body}>
        <div className={css.close}>
          <IconButton label="Close the sidebar" onPress={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <Tabs
          label="Sidebar"
          selected={tab}
          onSelect={(t) => setTab(t as SidebarTab)}
          tabs={[
            { id: 'notifications', title: 'Notifications', count: data?.rows.length, body: <Notifications /> },
            { id: 'recents', title: 'Recents', body: <Recents eventId={eventId} event={event} /> },
            { id: 'lastseen', title: 'Last Seen', body: <LastSeen eventId={eventId} event={event} /> },
          ]}
        />
      </div>
    </aside>
  )
}
