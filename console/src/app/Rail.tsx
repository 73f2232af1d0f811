import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell, Keyboard, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { Button as AriaButton } from 'react-aria-components'
import { queries } from '../api/queries.ts'
import type { RaceEvent, Version } from '../api/types.ts'
import { useUnsent } from '../features/manual/entries.ts'
import { usePreference } from '../lib/preferences.ts'
import { clock, shortDateTime, zoneName } from '../lib/time.ts'
import { useNow } from '../lib/useNow.ts'
import { IconButton } from '../ui/Button.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import css from './Rail.module.css'
import { NEEDS_EVENT, type Screen, SCREENS, SETTINGS } from './screens.ts'

/** The way to every screen, at the left; narrow or wide as the user likes (SET-3). */
export function Rail({ eventId, event, onShortcuts }: { eventId: number; event: RaceEvent | undefined; onShortcuts: () => void }) {
  const [wide, setWide] = usePreference('forceExpandedNav')
  return (
    <nav className={css.rail} data-wide={wide || undefined} aria-label="Screens">
      <ul className={css.list}>
        {SCREENS.map((s) => (
          <Entry key={s.id} screen={s} eventId={eventId} wide={wide} />
        ))}
      </ul>
      <ul className={css.foot}>
        <Entry screen={SETTINGS} eventId={eventId} wide={wide} />
      </ul>
      {event ? <Clock zone={event.timezone} wide={wide} /> : null}
      <div className={css.tools}>
        <IconButton label={wide ? 'Narrow navigation' : 'Wide navigation'} onPress={() => setWide(!wide)}>
          {wide ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
        </IconButton>
        <IconButton label="Keyboard shortcuts" keys="?" onPress={onShortcuts}>
          <Keyboard aria-hidden />
        </IconButton>
      </div>
      {wide ? <VersionBlock /> : null}
    </nav>
  )
}

function Entry({ screen, eventId, wide }: { screen: Screen; eventId: number; wide: boolean }) {
  const path = screen.path(eventId)
  const here = useHere(path, screen.also)
  const Icon = screen.icon
  if (path === null) {
    return (
      <li>
        <Tooltip text={wide ? NEEDS_EVENT : `${screen.title}: ${NEEDS_EVENT.toLowerCase()}`} placement="right">
          <AriaButton className={css.entry!} aria-disabled>
            <Icon aria-hidden />
            <span className={css.word}>{screen.title}</span>
            <span className="said">: {NEEDS_EVENT}</span>
          </AriaButton>
        </Tooltip>
      </li>
    )
  }
  return (
    <li>
      <Link to={path} className={css.entry} aria-current={here ? 'page' : undefined} title={wide ? undefined : screen.title}>
        <Icon aria-hidden />
        <span className={css.word}>{screen.title}</span>
        {screen.id === 'manual' ? <Unsent /> : null}
        {screen.id === 'problems' ? <OpenProblems eventId={eventId} /> : null}
      </Link>
    </li>
  )
}

/** How many entered times the server does not have yet, whatever screen is shown. */
function Unsent() {
  const n = useUnsent()
  if (n === 0) return null
  return (
    <>
      <span className={css.unsent} aria-hidden>
        {n > 99 ? '99+' : n}
      </span>
      <span className="said"> {n} unsent</span>
    </>
  )
}

/** How many problems are open, live. */
function OpenProblems({ eventId }: { eventId: number }) {
  const { data } = useQuery(queries.problems(eventId))
  const open = data?.length ?? 0
  if (open === 0) return null
  return (
    <span className={css.open}>
      {open > 99 ? '99+' : open}
      <span className="said"> open</span>
    </span>
  )
}

function useHere(path: string | null, also?: string): boolean {
  return useRouterState({ select: ({ location: { pathname: at } }) => path !== null && (path === '/' ? at === '/' : at.startsWith(path) || at === also) })
}

/** The time of day where the race is. */
function Clock({ zone, wide }: { zone: string; wide: boolean }) {
  const now = useNow()
  return (
    <div className={css.clock} role="timer" aria-label="Event time" aria-live="off">
      <span className="mono">{wide ? clock(now, zone) : clock(now, zone).slice(0, 5)}</span>
      {wide ? <span>{zoneName(now, zone)}</span> : null}
    </div>
  )
}

/** Branch, hash and date of the running server (NAV-20). */
function VersionBlock() {
  const { data } = useQuery(queries.version())
  if (!data) return <div className={css.version} />
  return (
    <div className={css.version} title={versionWords(data)}>
      {[data.version, data.branch, data.commit.slice(0, 7)].filter(Boolean).join(' · ')}
    </div>
  )
}

function versionWords(v: Version): string {
  return [`Version ${v.version}`, v.branch && `branch ${v.branch}`, v.commit && `commit ${v.commit}`, v.date && `built ${shortDateTime(v.date, 'UTC')} UTC`].filter(Boolean).join(', ')
}

/** Under 900 px: the things a volunteer needs, within reach of a thumb. */
export function BottomBar({ eventId, onSearch, onSidebar }: { eventId: number; onSearch: () => void; onSidebar: () => void }) {
  const { data: notifications } = useQuery(queries.notifications())
  const unread = notifications?.rows.length ?? 0
  return (
    <nav className={css.bar} aria-label="Screens">
      {SCREENS.filter((s) => !s.deskOnly).map((s) => (
        <BarEntry key={s.id} screen={s} eventId={eventId} />
      ))}
      <AriaButton className={css.barEntry!} onPress={onSearch}>
        <Search aria-hidden />
        Search
      </AriaButton>
      <AriaButton className={css.barEntry!} onPress={onSidebar}>
        <span className={css.bell}>
          <Bell aria-hidden />
          {unread > 0 ? <span className={css.badge}>{unread > 99 ? '99+' : unread}</span> : null}
        </span>
        Inbox
      </AriaButton>
      <BarEntry screen={SETTINGS} eventId={eventId} />
    </nav>
  )
}

function BarEntry({ screen, eventId }: { screen: Screen; eventId: number }) {
  const path = screen.path(eventId)
  const here = useHere(path, screen.also)
  const Icon = screen.icon
  if (path === null) {
    return (
      <span className={css.barEntry} aria-disabled="true">
        <Icon aria-hidden />
        {screen.short ?? screen.title}
        <span className="said">: {NEEDS_EVENT}</span>
      </span>
    )
  }
  return (
    <Link to={path} className={css.barEntry} aria-current={here ? 'page' : undefined}>
      <span className={css.bell}>
        <Icon aria-hidden />
        {screen.id === 'manual' ? <Unsent /> : null}
      </span>
      {screen.short ?? screen.title}
    </Link>
  )
}
