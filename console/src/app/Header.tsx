import { useQuery } from '@tanstack/react-query'
import { Bell, Search } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import type { RaceEvent } from '../api/types.ts'
import { IconButton } from '../ui/Button.tsx'
import { ActionsMenu } from './ActionsMenu.tsx'
import { Mark } from '../ui/Mark.tsx'
import { EventChooser } from './EventChooser.tsx'
import css from './Header.module.css'
import { SearchBar } from './SearchBar.tsx'
import { StatusStrip } from './StatusStrip.tsx'

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
        <Mark size={22} />
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
        <ActionsMenu eventId={eventId} event={event} />
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
