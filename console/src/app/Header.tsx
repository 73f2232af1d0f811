import { useQuery } from '@tanstack/react-query'
import { Bell, Search } from 'lucide-react'
import { lazy, type RefObject, Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import type { RaceEvent } from '../api/types.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { EventChooser } from './EventChooser.tsx'
import css from './Header.module.css'
import { SearchBar } from './SearchBar.tsx'
import { StatusStrip } from './StatusStrip.tsx'

const ActionsMenu = lazy(() => import('./ActionsMenu.tsx'))

interface Props {
  eventId: number
  event: RaceEvent | undefined
  searchRef: RefObject<HTMLInputElement | null>
  onPalette: () => void
  onSidebar: () => void
  sidebarOpen: boolean
}

/** Event chooser, search, status strip, Actions, notifications (NAV-14 … NAV-18). */
export function Header({ eventId, event, searchRef, onPalette, onSidebar, sidebarOpen }: Props) {
  const { data: notifications } = useQuery(queries.notifications())
  const unread = notifications?.rows.length ?? 0
  return (
    <header className={css.header}>
      <Link to="/" className={css.mark} aria-label="Home">
        <img src="/favicon.svg" width={22} height={22} alt="" />
      </Link>
      <EventChooser eventId={eventId} event={event} />
      <div className={css.search}>
        <SearchBar eventId={eventId} inputRef={searchRef} />
      </div>
      <div className={css.right}>
        <StatusStrip eventId={eventId} event={event} />
        <span className={css.find}>
          <IconButton label="Search" keys="/" onPress={onPalette}>
            <Search aria-hidden />
          </IconButton>
        </span>
        <Suspense fallback={<Button isDisabled>Actions</Button>}>
          <ActionsMenu eventId={eventId} event={event} />
        </Suspense>
        <span className={css.bell}>
          <IconButton
            look="plain"
            label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
            aria-expanded={sidebarOpen}
            onPress={onSidebar}
          >
            <Bell aria-hidden />
          </IconButton>
          {unread > 0 ? (
            <span className={css.badge} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          ) : null}
        </span>
      </div>
    </header>
  )
}
