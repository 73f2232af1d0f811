/**
 * The one way to the API: headers (API-2 … API-5), snake_case requests (API-6), errors, and what happens
 * when the session has ended (AUTH-7). No time-out (API-7). Every call is `answer(api.GET(…))` or `done(api.POST(…))`.
 */

import createClient, { type Middleware } from 'openapi-fetch'
import type { paths } from './schema'
import { dropSession, token } from './session.ts'

const CLIENT_VERSION = '120'
const REALM = /realm="raced"/

/** A refusal of the server, or no answer at all (status 0). The message is written for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string = '',
    readonly field: string = '',
    readonly errors: readonly string[] = [],
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

const headers: Middleware = {
  onRequest({ request }) {
    const csrf = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content
    const bearer = token()
    request.headers.set('Accept', 'application/json')
    request.headers.set('X-Client-Version', CLIENT_VERSION)
    if (csrf) request.headers.set('X-CSRF-Token', csrf)
    if (bearer) request.headers.set('Authentication', `Bearer ${bearer}`)
    return request
  },
  onError({ request }) {
    if (request.signal.aborted) return undefined
    return new ApiError(0, 'The server does not answer. Nothing was lost; check the network, then try again.', 'unavailable')
  },
}

/** The typed client. Use it through `answer` or `done`, which turn a refusal into an ApiError. */
export const api = createClient<paths>({
  baseUrl: `${location.origin}/api/v1`,
  bodySerializer: (body: unknown) => JSON.stringify(snakeKeys(body)),
})
api.use(headers)

interface Outcome<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The body of an answer. A refusal is thrown; an answer without a body is the error 'Bad response' (STORE-8). */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  return (await answerWithHeaders(call)).data
}

/** The body of an answer with its headers (Index-Offset, Seq). */
export async function answerWithHeaders<T>(call: Promise<Outcome<T>>): Promise<{ data: NonNullable<T>; headers: Headers }> {
  const { data, error, response } = await call
  if (!response.ok) throw refusal(response, error)
  if (data === undefined || data === null) throw new ApiError(response.status, 'Bad response', 'internal')
  return { data, headers: response.headers }
}

/** A call whose answer has nothing to say but that it worked. */
export async function done(call: Promise<Outcome<unknown>>): Promise<void> {
  const { error, response } = await call
  if (!response.ok) throw refusal(response, error)
}

let onSessionEnd: () => void = () => {}

/** The app says here what to do when the server no longer accepts the session: go to the sign-in screen. */
export function whenSessionEnds(fn: () => void): void {
  onSessionEnd = fn
}

function refusal(response: Response, body: unknown): ApiError {
  const e = (typeof body === 'object' && body !== null ? body : {}) as { error?: string; code?: string; field?: string; errors?: string[] }
  const message = e.error ?? `The server answered ${response.status} ${response.statusText}`.trim()
  // Only our own realm ends the session: a 401 of some outside service, or of a wrong password, carries none.
  const ours = REALM.test(response.headers.get('WWW-Authenticate') ?? '')
  if (ours && (response.status === 401 || message === 'Signature has expired')) {
    dropSession()
    onSessionEnd()
  }
  return new ApiError(response.status, message, e.code, e.field, e.errors)
}

// Keys below these are a person's own words, such as column headers, and are never rewritten.
const OWN_WORDS = new Set(['assignments', 'addOnMap', 'columnChoices'])

/** The same value with the keys of every object in snake_case: the one place where requests change case. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), OWN_WORDS.has(k) ? v : snakeKeys(v)]),
  )
}
