/**
 * Every route of the console on one page (NAV-1 … NAV-8). Screens load lazily and get their parameters as props (NAV-6).
 * Every route but /login needs a session (AUTH-6). Only screens that exist have a route.
 */

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, notFound, Outlet, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiError } from '../api/http.ts'
import { user } from '../api/session.ts'
import { queries } from '../api/queries.ts'
import { validateReplaySearch } from '../features/crossings/replaySearch.ts'
import { validateCrossingsSearch } from '../features/crossings/search.ts'
import { validateHistorySearch } from '../features/history/historySearch.ts'
import { validateOrdersSearch } from '../features/orders/ordersSearch.ts'
import { validateBoardSearch, validateProblemsSearch } from '../features/board/search.ts'
import { validateParticipantsSearch } from '../features/participants/search.ts'
import { lastTab } from '../features/participants/tabNames.ts'
import { preference, setPreference, usePreference } from '../lib/preferences.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { openEventEditor } from './eventEditor.ts'
import { ErrorScreen, NotFoundScreen } from './Problems.tsx'
import { useChooseEvent } from './useShell.ts'

const Shell = lazyRouteComponent(() => import('./Shell.tsx'), 'Shell')
const LoginScreen = lazyRouteComponent(() => import('../features/login/LoginScreen.tsx'), 'LoginScreen')
const HomeScreen = lazyRouteComponent(() => import('../features/home/HomeScreen.tsx'), 'HomeScreen')
const SettingsScreen = lazyRouteComponent(() => import('../features/settings/SettingsScreen.tsx'), 'SettingsScreen')
const EventsScreen = lazyRouteComponent(() => import('../features/events/EventsScreen.tsx'), 'EventsScreen')
const ParticipantsScreen = lazyRouteComponent(() => import('../features/participants/ParticipantsScreen.tsx'), 'ParticipantsScreen')
const CrossingsScreen = lazyRouteComponent(() => import('../features/crossings/CrossingsScreen.tsx'), 'CrossingsScreen')
const ReplayScreen = lazyRouteComponent(() => import('../features/crossings/ReplayScreen.tsx'), 'ReplayScreen')
const ManualScreen = lazyRouteComponent(() => import('../features/manual/ManualScreen.tsx'), 'ManualScreen')
const ParticipantScreen = lazyRouteComponent(() => import('../features/participants/ParticipantScreen.tsx'), 'ParticipantScreen')

const HistoryScreen = lazyRouteComponent(() => import('../features/history/HistoryScreen.tsx'), 'HistoryScreen')
const PersonHistory = lazyRouteComponent(() => import('../features/history/PersonHistory.tsx'))
const BoardScreen = lazyRouteComponent(() => import('../features/board/BoardScreen.tsx'), 'BoardScreen')
const BoardSheets = lazyRouteComponent(() => import('../features/board/BoardSheets.tsx'), 'BoardSheets')
const OrdersScreen = lazyRouteComponent(() => import('../features/orders/OrdersScreen.tsx'), 'OrdersScreen')
const ProblemsScreen = lazyRouteComponent(() => import('../features/board/ProblemsScreen.tsx'), 'ProblemsScreen')

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  errorComponent: ErrorScreen,
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { t?: string } => (typeof search.t === 'string' ? { t: search.t } : {}),
  component: function Login() {
    return <LoginScreen wanted={loginRoute.useSearch().t} />
  },
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (user() === null) throw redirect({ to: '/login', search: location.href === '/' ? {} : { t: location.href } })
  },
  component: Shell,
})

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: function Home() {
    return <HomeScreen raceEventId={usePreference('activeRaceEventId')[0]} />
  },
})

const settingsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/settings', component: SettingsScreen })

// Two addresses, one screen (NAV-1).
const sourcesRoute = createRoute({ getParentRoute: () => shellRoute, path: '/event-sources', component: Events })
const racesRoute = createRoute({ getParentRoute: () => shellRoute, path: '/races', component: Events })

function Events() {
  const [id] = usePreference('activeRaceEventId')
  return <EventsScreen raceEventId={id} onChoose={useChooseEvent()} onNew={() => openEventEditor(null)} onEdit={openEventEditor} />
}

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/$raceEventId',
  params: { parse: (raw) => ({ raceEventId: wholeNumber(raw.raceEventId) }), stringify: (p) => ({ raceEventId: String(p.raceEventId) }) },
  // The event of the address is the active one (NAV-10). Its load starts here, beside that of the screen's code.
  beforeLoad: ({ params, context }) => {
    if (Number.isNaN(params.raceEventId)) throw notFound()
    if (preference('activeRaceEventId') !== params.raceEventId) setPreference('activeRaceEventId', params.raceEventId)
    void context.client.prefetchQuery(queries.event(params.raceEventId))
    void context.client.prefetchQuery(queries.participants(params.raceEventId))
  },
  component: function EventGate() {
    const { error } = useQuery(queries.event(eventRoute.useParams().raceEventId))
    return error instanceof ApiError && error.status === 404 ? <NotFoundScreen /> : <Outlet />
  },
})

const participantsRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/participants',
  validateSearch: validateParticipantsSearch,
  component: function Participants() {
    return (
      <ParticipantsScreen raceEventId={participantsRoute.useParams().raceEventId}>
        <Outlet />
      </ParticipantsScreen>
    )
  },
})

const participantRoute = createRoute({
  getParentRoute: () => participantsRoute,
  path: '/$id',
  // Somebody who is not saved yet has a word beginning with NEW- (STORE-2).
  params: { parse: (raw): { id: number | string } => ({ id: raw.id.startsWith('NEW-') ? raw.id : wholeNumber(raw.id) }), stringify: (p: { id: number | string }) => ({ id: String(p.id) }) },
  beforeLoad: ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound()
  },
  component: function Participant() {
    const { raceEventId, id } = participantRoute.useParams()
    return (
      <ParticipantScreen raceEventId={raceEventId} id={id}>
        <Outlet />
      </ParticipantScreen>
    )
  },
})

// The tabs of a person (NAV-3). Without one in the address it is the one that was used last (NAV-12).
const performanceRoute = createRoute({
  getParentRoute: () => participantRoute,
  path: '/',
  beforeLoad: ({ params, search }) => {
    const tab = typeof params.id === 'string' ? 'details' : lastTab()
    if (tab) throw redirect({ to: `/${params.raceEventId}/participants/${params.id}/${tab}` as never, search: search as never, replace: true })
  },
  component: lazyRouteComponent(() => import('../features/participants/PerformanceTab.tsx')),
})
const detailsRoute = createRoute({ getParentRoute: () => participantRoute, path: '/details', component: lazyRouteComponent(() => import('../features/participants/DetailsTab.tsx')) })
const contactRoute = createRoute({ getParentRoute: () => participantRoute, path: '/contact', component: lazyRouteComponent(() => import('../features/participants/ContactTab.tsx')) })
const waveRoute = createRoute({ getParentRoute: () => participantRoute, path: '/wave', component: lazyRouteComponent(() => import('../features/participants/WaveTab.tsx')) })
const addonsRoute = createRoute({ getParentRoute: () => participantRoute, path: '/addons', component: lazyRouteComponent(() => import('../features/participants/AddonsTab.tsx')) })
const livestreamRoute = createRoute({ getParentRoute: () => participantRoute, path: '/livestream', component: lazyRouteComponent(() => import('../features/participants/LivestreamTab.tsx')) })
const personHistoryRoute = createRoute({
  getParentRoute: () => participantRoute,
  path: '/history',
  component: function History() {
    const { raceEventId, id } = personHistoryRoute.useParams()
    return <Suspense fallback={<Skeleton rows={8} label="Loading the history" />}>{typeof id === 'number' ? <PersonHistory raceEventId={raceEventId} id={id} /> : null}</Suspense>
  },
})

const historyRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/history',
  validateSearch: validateHistorySearch,
  component: function History() {
    const { raceEventId } = historyRoute.useParams()
    const navigate = historyRoute.useNavigate()
    const search = historyRoute.useSearch()
    return (
      // While its code is loaded the frame around it stays in sight.
      <Suspense fallback={<Skeleton rows={8} label="Loading the history" />}>
        <HistoryScreen raceEventId={raceEventId} search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
      </Suspense>
    )
  },
})

const ordersRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/orders',
  validateSearch: validateOrdersSearch,
  component: function Orders() {
    const navigate = ordersRoute.useNavigate()
    return <OrdersScreen raceEventId={ordersRoute.useParams().raceEventId} search={ordersRoute.useSearch()} onSearch={(next) => void navigate({ search: next, replace: true })} />
  },
})

const crossingsRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/crossings',
  validateSearch: validateCrossingsSearch,
  component: function Crossings() {
    return <CrossingsScreen raceEventId={crossingsRoute.useParams().raceEventId} />
  },
})

const replayRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/crossings/replay',
  validateSearch: validateReplaySearch,
  component: function Replay() {
    return <ReplayScreen raceEventId={replayRoute.useParams().raceEventId} />
  },
})

const manualRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/manual',
  component: function Manual() {
    const { raceEventId } = manualRoute.useParams()
    return <ManualScreen key={raceEventId} raceEventId={raceEventId} />
  },
})

const boardRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/board',
  validateSearch: validateBoardSearch,
  component: function Board() {
    return <BoardScreen raceEventId={boardRoute.useParams().raceEventId} view={boardRoute.useSearch()} />
  },
})

const boardSheetsRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/board/print',
  validateSearch: validateBoardSearch,
  component: function Sheets() {
    return <BoardSheets raceEventId={boardSheetsRoute.useParams().raceEventId} view={boardSheetsRoute.useSearch()} />
  },
})

const problemsRoute = createRoute({
  getParentRoute: () => eventRoute,
  path: '/problems',
  validateSearch: validateProblemsSearch,
  component: function Problems() {
    return <ProblemsScreen raceEventId={problemsRoute.useParams().raceEventId} view={problemsRoute.useSearch()} />
  },
})

const participantTree = participantRoute.addChildren([performanceRoute, detailsRoute, contactRoute, waveRoute, addonsRoute, livestreamRoute, personHistoryRoute])

const tree = rootRoute.addChildren([
  loginRoute,
  shellRoute.addChildren([homeRoute, settingsRoute, sourcesRoute, racesRoute, eventRoute.addChildren([participantsRoute.addChildren([participantTree]), manualRoute, crossingsRoute, replayRoute, boardRoute, boardSheetsRoute, problemsRoute, historyRoute, ordersRoute])]),
])

function wholeNumber(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : Number.NaN
}

/** The router over the one cache. */
export function makeRouter(client: QueryClient) {
  return createRouter({ routeTree: tree, context: { client }, defaultPreload: 'intent', defaultPreloadStaleTime: 0, scrollRestoration: true, defaultPendingMs: 200, defaultNotFoundComponent: NotFoundScreen })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
