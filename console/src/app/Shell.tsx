import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useBlocker, useMatch, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Ticker } from '../features/ticker/Ticker.tsx'
import { useOutbox } from '../features/manual/useOutbox.ts'
import { keepCacheLive } from '../live/cache.ts'
import { socket } from '../live/connection.ts'
import { usePreference } from '../lib/preferences.ts'
import { anyOpen, anyUnsaved, mayLeave, stepBack } from '../ui/unsaved.ts'
import { closeEventEditor, useEventEditor } from './eventEditor.ts'
import { Header } from './Header.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import { Progress } from './Progress.tsx'
import { BottomBar, Rail } from './Rail.tsx'
import css from './Shell.module.css'
import { useActiveEvent, useChooseEvent } from './useShell.ts'
import { useKeys } from './useKeys.ts'
import { Windows } from './Windows.tsx'

const EventWindow = lazy(() => import('./EventWindow.tsx'))
const Palette = lazy(() => import('./Palette.tsx'))
const Shortcuts = lazy(() => import('./Shortcuts.tsx'))
const Sidebar = lazy(() => import('./Sidebar.tsx'))

/** The frame around every screen: rail, header, main area, right sidebar, live ticker. It also holds the live connection. */
export function Shell() {
  useLiveCache()
  useOutbox()
  useNothingLost()
  const { id, event } = useActiveEvent()
  const editor = useEventEditor()
  const choose = useChooseEvent()
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts' | null>(null)
  const [sidebar, setSidebar] = usePreference('expandSidebar')
  const [expanded] = usePreference('forceExpandedNav')
  const search = useRef<HTMLInputElement>(null)
  const perEvent = useMatch({ from: '/shell/$raceEventId', shouldThrow: false }) !== undefined
  const main = useFocusOnNewScreen()

  useKeys({
    eventId: id,
    search: () => (search.current?.offsetParent ? search.current.focus() : setOverlay('palette')),
    palette: () => setOverlay((o) => (o === 'palette' ? null : 'palette')),
    shortcuts: () => setOverlay('shortcuts'),
    sidebar: () => setSidebar(!sidebar),
  })

  return (
    <div className={css.shell} data-rail={expanded ? 'wide' : 'narrow'}>
      <a href="#main" className={css.skip}>
        Skip to the screen
      </a>
      <Header eventId={id} event={event} searchRef={search} onPalette={() => setOverlay('palette')} onSidebar={() => setSidebar(!sidebar)} sidebarOpen={sidebar} />
      <Rail eventId={id} event={event} onShortcuts={() => setOverlay('shortcuts')} />
      <div className={css.center}>
        <OfflineLine zone={event?.timezone} />
        <main className={css.main} id="main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      {sidebar ? (
        <Suspense fallback={<div className={css.sidebarHole} />}>
          <Sidebar eventId={id} event={event} onClose={() => setSidebar(false)} />
        </Suspense>
      ) : null}
      {perEvent || id > 0 ? (
        <aside className={css.ticker} aria-label="Live ticker">
          <Ticker raceEventId={id} />
        </aside>
      ) : null}
      <BottomBar eventId={id} onSearch={() => setOverlay('palette')} onSidebar={() => setSidebar(!sidebar)} />
      <Progress />
      <Windows />
      <Suspense>
        {overlay === 'palette' ? <Palette eventId={id} event={event} onShortcuts={() => setOverlay('shortcuts')} onClose={() => setOverlay((o) => (o === 'palette' ? null : o))} /> : null}
        {overlay === 'shortcuts' ? <Shortcuts onClose={() => setOverlay(null)} /> : null}
        {editor ? <EventWindow key={editor.eventId ?? 'new'} eventId={editor.eventId} onCreated={choose} onClose={closeEventEditor} /> : null}
      </Suspense>
    </div>
  )
}

function useLiveCache() {
  const client = useQueryClient()
  useEffect(() => {
    const stop = keepCacheLive(client, socket)
    socket.start()
    return () => {
      socket.stop()
      stop()
    }
  }, [client])
}

// Back, while a window is open, is one step back in it. Any other way out asks first whether what is unsaved may go.
function useNothingLost() {
  useBlocker({
    shouldBlockFn: async ({ action, next }) => {
      if (action === 'BACK' && anyOpen()) {
        stepBack()
        return true
      }
      return anyUnsaved() && !(await mayLeave(next.pathname))
    },
    enableBeforeUnload: anyUnsaved,
  })
}

// After going to another screen the focus is in it, so that the next key and a screen reader start there; not on the first load.
function useFocusOnNewScreen() {
  const main = useRef<HTMLElement>(null)
  const screen = useRouterState({ select: (s) => s.location.pathname.split('/').slice(0, 3).join('/') })
  const before = useRef(screen)
  useEffect(() => {
    if (before.current !== screen) main.current?.focus({ preventScroll: true })
    before.current = screen
  }, [screen])
  return main
}
