/**
 * Every key and every query of the console. A component calls useQuery(queries.participants(eventId)); live/apply.ts
 * writes to the same keys. Lists that the realtime channel continues never go stale by themselves: they are
 * brought up to date by messages, and fetched again after a gap that the server cannot fill ("resync").
 */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { applyToParticipants } from '../live/apply.ts'
import { recent } from '../live/recent.ts'
import { rowsFrom, type Rows } from '../live/rows.ts'
import { learnServerTime, ms } from '../lib/time.ts'
import { answer, answerWithHeaders, api, ApiError } from './http.ts'
import type { Course, EventSource, Notification, Participant, RaceEvent } from './types.ts'

/** One page of events; `next` is the offset of the next page, null on the last. */
export interface EventPage { rows: RaceEvent[]; next: number | null }

/** The keys, alone, for those that write to the cache. */
export const keys = {
  events: ['race_events'] as const,
  event: (id: number) => ['race_events', id] as const,
  ingress: (eventId: number) => ['race_events', eventId, 'ingress'] as const,
  participants: (eventId: number) => ['race_events', eventId, 'participants'] as const,
  participant: (eventId: number, id: number) => ['race_events', eventId, 'participants', id] as const,
  /** Everything about add-ons and who ordered them. */
  orders: (eventId: number) => ['race_events', eventId, 'orders'] as const,
  edits: (eventId: number) => ['race_events', eventId, 'edits'] as const,
  board: (eventId: number) => ['race_events', eventId, 'board'] as const,
  problems: (eventId: number) => ['race_events', eventId, 'problems'] as const,
  checks: (eventId: number) => ['race_events', eventId, 'checks'] as const,
  /** Lists of crossings, whatever they are narrowed to. They keep themselves up to date. */
  crossingList: (eventId: number) => ['crossing_list', eventId] as const,
  proposals: (eventId: number, participantId: number) => ['race_events', eventId, 'participants', participantId, 'proposals'] as const,
  recentCrossings: (eventId: number, splitId: number) => ['race_events', eventId, 'crossings', 'recent', splitId] as const,
  course: (eventId: number, raceId: number) => ['race_events', eventId, 'races', raceId, 'course'] as const,
  mapSetup: ['map'] as const,
  defaults: ['defaults'] as const,
  sources: ['event_sources'] as const,
  notifications: ['notifications'] as const,
  version: ['version'] as const,
}

// A list that messages continue: rows by id, with the hub sequence at which they were true. Rows that say the same stay the same objects.
async function list<T extends { id: number }>(call: Parameters<typeof answerWithHeaders<T[]>>[0], before: Rows<T> | undefined): Promise<Rows<T>> {
  const { data, headers } = await answerWithHeaders(call)
  return rowsFrom<T>(data, Number(headers.get('Seq') ?? 0), before)
}

// Index-Offset is the offset of the next page, absent on the last one.
async function eventPage(offset: number, signal: AbortSignal): Promise<EventPage> {
  const { data, headers } = await answerWithHeaders(api.GET('/race_events', { params: { query: { o: offset } }, signal }))
  const next = Number(headers.get('Index-Offset') ?? 0)
  return { rows: data, next: next > offset ? next : null }
}

/** Events page after page, for the chooser. */
export function eventPages() {
  return infiniteQueryOptions({
    queryKey: ['event_pages'],
    queryFn: ({ signal, pageParam }) => eventPage(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: 30_000,
  })
}

/** What a journal is narrowed to. An absent one does not narrow. */
export interface EditFilter { person?: number; kind?: string; user?: string }

const EDITS_PAGE = 50

/** The journal of an event, newest first, page after page. */
export function editPages(eventId: number, { person, kind, user }: EditFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.edits(eventId), 'pages', person ?? 0, kind ?? '', user ?? ''],
    queryFn: ({ signal, pageParam }) =>
      answer(
        api.GET('/race_events/{id}/edits', {
          params: {
            path: { id: eventId },
            query: { limit: EDITS_PAGE, ...(person ? { participant_id: person } : {}), ...(kind ? { kind } : {}), ...(user ? { user } : {}), ...(pageParam ? { before: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < EDITS_PAGE ? null : last.at(-1)!.id),
    staleTime: 2_000,
    refetchInterval: 10_000,
  })
}

export const queries = {
  /** The first page of events, in the order of the server. */
  events: () =>
    queryOptions({
      queryKey: [...keys.events, 'page', 0],
      queryFn: ({ signal }) => eventPage(0, signal),
      staleTime: 30_000,
    }),

  /** One event with its races, splits and waves. */
  /** How the outside feed stands; since its last change of state, and again every quarter of a minute while somebody looks. */
  ingress: (id: number, since: string | null | undefined) =>
    queryOptions({
      queryKey: [...keys.ingress(id), since ?? ''],
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/ingress', { params: { path: { id } }, signal })),
      refetchInterval: 15_000,
    }),

  event: (id: number) =>
    queryOptions({
      queryKey: keys.event(id),
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}', { params: { path: { id } }, signal })),
      staleTime: Infinity,
    }),

  /** Everybody in an event, continued by the realtime channel. */
  participants: (eventId: number) =>
    queryOptions({
      queryKey: keys.participants(eventId),
      queryFn: async ({ signal, client }): Promise<Rows<Participant>> => {
        await recent.ready()
        const { data, headers } = await answerWithHeaders(api.GET('/race_events/{id}/participants', { params: { path: { id: eventId } }, signal }))
        const before = client.getQueryData<Rows<Participant>>(keys.participants(eventId))
        const rows = rowsFrom(data, Number(headers.get('Seq') ?? 0), before)
        const missed = recent.after(rows.seq).filter((m) => !m.raceEventId || m.raceEventId === eventId)
        return missed.reduce<Rows<Participant>>(applyToParticipants, rows)
      },
      staleTime: Infinity,
      // rowsFrom and mergeRows share rows themselves; comparing 50,000 of them again on every frame would cost the frame
      structuralSharing: false,
    }),

  /** One person with splits, crossings and reads. */
  participant: (eventId: number, id: number) =>
    queryOptions({
      queryKey: keys.participant(eventId, id),
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/participants/{participantId}', { params: { path: { id: eventId, participantId: id } }, signal })),
      staleTime: 5_000,
    }),

  /** What the journal of an event can be narrowed to. */
  editChoices: (eventId: number) =>
    queryOptions({
      queryKey: [...keys.edits(eventId), 'choices'],
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/edits/choices', { params: { path: { id: eventId } }, signal })),
      staleTime: 30_000,
    }),

  /** Who is expected where and when, and who is overdue. Asked again when something moved, and now and then because time passes. */
  board: (eventId: number) =>
    queryOptions({
      queryKey: keys.board(eventId),
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/board', { params: { path: { id: eventId } }, signal })),
      staleTime: 3_000,
      refetchInterval: 15_000,
    }),

  /** The whole board with telephone numbers, for paper. */
  boardSheets: (eventId: number) =>
    queryOptions({
      queryKey: [...keys.board(eventId), 'sheets'] as const,
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/board', { params: { path: { id: eventId }, query: { contacts: true, limit: 100_000 } }, signal })),
      staleTime: 0,
    }),

  /** What does not fit together, with its remedy, the newest first. */
  problems: (eventId: number, accepted = false) =>
    queryOptions({
      queryKey: accepted ? ([...keys.problems(eventId), 'accepted'] as const) : keys.problems(eventId),
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/problems', { params: { path: { id: eventId }, query: { accepted } }, signal })),
      staleTime: 3_000,
      refetchInterval: 60_000,
    }),

  /** What is wrong with an event's set-up (STAT-3 … STAT-7). */
  checks: (eventId: number) =>
    queryOptions({
      queryKey: keys.checks(eventId),
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/checks', { params: { path: { id: eventId } }, signal })),
      staleTime: 30_000,
    }),

  /** The newest crossings at a split (SIDE-3). */
  /** Lists of crossings, whatever they are narrowed to. They keep themselves up to date. */
  crossingList: (eventId: number) => ['crossing_list', eventId] as const,
  proposals: (eventId: number, participantId: number) => ['race_events', eventId, 'participants', participantId, 'proposals'] as const,
  recentCrossings: (eventId: number, splitId: number) =>
    queryOptions({
      queryKey: keys.recentCrossings(eventId, splitId),
      queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/crossings/recent', { params: { path: { id: eventId }, query: { split_id: splitId } }, signal })),
      staleTime: 5_000,
    }),

  /** The saved track of a race; null when it has none. */
  course: (eventId: number, raceId: number) =>
    queryOptions({
      queryKey: keys.course(eventId, raceId),
      queryFn: async ({ signal }): Promise<Course | null> => {
        try {
          return await answer(api.GET('/race_events/{id}/races/{raceId}/course', { params: { path: { id: eventId, raceId } }, signal }))
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        }
      },
      // comparing a hundred thousand points with the ones before would cost more than drawing them
      structuralSharing: false,
      staleTime: 30_000,
    }),

  /** Where the map comes from (MAP-11). */
  mapSetup: () =>
    queryOptions({
      queryKey: keys.mapSetup,
      queryFn: ({ signal }) => answer(api.GET('/map', { signal })),
      staleTime: Infinity,
    }),

  /** What an editor offers for something new. */
  defaults: () =>
    queryOptions({
      queryKey: keys.defaults,
      queryFn: ({ signal }) => answer(api.GET('/defaults', { signal })),
      staleTime: Infinity,
    }),

  /** Every event source with its state. */
  sources: () =>
    queryOptions({
      queryKey: keys.sources,
      queryFn: ({ signal, client, queryKey }) => list<EventSource>(api.GET('/event_sources', { signal }), client.getQueryData(queryKey)),
      structuralSharing: false,
      staleTime: Infinity,
    }),

  notifications: () =>
    queryOptions({
      queryKey: keys.notifications,
      queryFn: ({ signal, client, queryKey }) => list<Notification>(api.GET('/notifications', { signal }), client.getQueryData(queryKey)),
      structuralSharing: false,
      staleTime: Infinity,
      // what was read in another window is told to nobody
      refetchOnWindowFocus: 'always',
    }),

  version: () =>
    queryOptions({
      queryKey: keys.version,
      queryFn: async ({ signal }) => {
        const sent = Date.now()
        const version = await answer(api.GET('/version', { signal }))
        learnServerTime(ms(version.now), sent)
        return version
      },
      staleTime: Infinity,
    }),
}
