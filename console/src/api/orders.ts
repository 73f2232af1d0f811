/** What is sold with entries and who ordered it. Each write is one entry of the journal, taken back as one. */

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { answer, answerWithHeaders, api, ApiError } from './http.ts'
import { written } from './people.ts'
import { keys } from './queries.ts'
import type { components } from './schema'

type Schemas = components['schemas']

export type AddOn = Schemas['AddOn']
/** An add-on with who ordered what of it. */
export type Order = Schemas['Order']
export type OrderVariant = Schemas['OrderVariant']
export type OrderedBy = Schemas['OrderedBy']
export type OrderedItem = Schemas['OrderedItem']
export type LineItemSave = Schemas['LineItemSave']

const path = (id: number) => ({ params: { path: { id } } })

/** What was ordered of each add-on, and by whom; of one race only, where it is given. The realtime channel says when to ask again. */
export function ordersQuery(eventId: number, raceId?: number) {
  return queryOptions({
    queryKey: [...keys.orders(eventId), raceId ?? 0] as const,
    queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/orders', { params: { path: { id: eventId }, query: raceId ? { race_id: raceId } : {} }, signal })),
    staleTime: 30_000,
  })
}

/** What is sold. */
export function addOnsQuery(eventId: number) {
  return queryOptions({
    queryKey: [...keys.orders(eventId), 'addons'] as const,
    queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/addons', { ...path(eventId), signal })),
    staleTime: 30_000,
  })
}

/** What one person ordered. */
export function lineItemsQuery(eventId: number, id: number) {
  return queryOptions({
    queryKey: [...keys.orders(eventId), 'of', id] as const,
    queryFn: ({ signal }) => answer(api.GET('/race_events/{id}/participants/{participantId}/line_items', { params: { path: { id: eventId, participantId: id } }, signal })),
    staleTime: 30_000,
  })
}

/** What a save did: the thing, and the entry of the journal that takes it back. */
export interface Saved<T> { now: T; editId: number }

/** What is said of an add-on when it is saved. A variant keeps its orders by its id; one that is not named goes with them. */
export interface AddOnFields { name: string; showOnReg: boolean; variants: readonly { id?: number; name: string }[] }

/** Creates (no id) or changes an add-on. */
export async function saveAddOn(eventId: number, id: number | undefined, fields: AddOnFields): Promise<Saved<Schemas['SavedAddOn']>> {
  const body = fields as never
  const call = id === undefined ? api.POST('/race_events/{id}/addons', { ...path(eventId), body }) : api.PUT('/race_events/{id}/addons/{addOnId}', { params: { path: { id: eventId, addOnId: id } }, body })
  const { data, headers } = await answerWithHeaders<Schemas['SavedAddOn']>(call as never)
  return { now: data, editId: Number(headers.get('Edit') ?? 0) }
}

/** Takes an add-on away with what people ordered of it, and answers the entry of the journal that brings both back. */
export async function removeAddOn(eventId: number, id: number): Promise<number> {
  const { error, response } = await api.DELETE('/race_events/{id}/addons/{addOnId}', { params: { path: { id: eventId, addOnId: id } } })
  if (response.ok) return Number(response.headers.get('Edit') ?? 0)
  const said = error as Partial<{ error: string; code: string }> | undefined
  throw new ApiError(response.status, said?.error ?? 'The server gave no reason', said?.code)
}

/** Makes what somebody ordered be this and nothing else. */
export async function saveLineItems(eventId: number, id: number, items: readonly LineItemSave[]): Promise<Saved<OrderedItem[]>> {
  const { data, headers } = await answerWithHeaders(
    api.PUT('/race_events/{id}/participants/{participantId}/line_items', { params: { path: { id: eventId, participantId: id } }, body: { items: [...items] } }),
  )
  return { now: data.items, editId: Number(headers.get('Edit') ?? 0) }
}

/** After a write, everything about orders is asked again, and the journal. */
export function ordersChanged(client: QueryClient, eventId: number): Promise<void> {
  written(client, eventId)
  return client.invalidateQueries({ queryKey: keys.orders(eventId) })
}
