/**
 * The one way to the API: headers (API-2 … API-5), snake_case requests (API-6), errors, and what happens
 * when the session has ended (AUTH-7). No time-out (API-7). Start reading at `call`.
 */

import { dropSession, token } from './session.ts'

const BASE = '/api/v1'
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

let onSessionEnd: () => void = () => {}

/** The app says here what to do when the server no longer accepts the session: go to the sign-in screen. */
export function whenSessionEnds(fn: () => void): void {
  onSessionEnd = fn
}

interface Options {
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  signal?: AbortSignal
}

/** GET, and the answer's body. */
export async function get<T>(path: string, options: Options = {}): Promise<T> {
  return (await getWithHeaders<T>(path, options)).data
}

/** GET, and the body with the headers (Index-Offset, Seq). */
export async function getWithHeaders<T>(path: string, options: Options = {}): Promise<{ data: T; headers: Headers }> {
  const response = await call('GET', path, options)
  const data = (await readJSON(response)) as T | undefined
  if (data === undefined) throw new ApiError(response.status, 'Bad response', 'internal')
  return { data, headers: response.headers }
}

/** POST, PUT or DELETE with a JSON body; the answer may be empty. */
export async function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, options: Options = {}): Promise<T> {
  return (await readJSON(await call(method, path, options))) as T
}

async function call(method: string, path: string, { query, body, signal }: Options): Promise<Response> {
  let response: Response
  try {
    response = await fetch(BASE + path + queryText(query), {
      method,
      headers: headers(body !== undefined),
      body: body === undefined ? undefined : JSON.stringify(snakeKeys(body)),
      signal,
      credentials: 'same-origin',
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, 'The server does not answer. Nothing was lost; check the network, then try again.', 'unavailable')
  }
  if (!response.ok) throw await refusal(response)
  return response
}

function headers(hasBody: boolean): Headers {
  const h = new Headers({ Accept: 'application/json', 'X-Client-Version': CLIENT_VERSION })
  const csrf = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content
  const bearer = token()
  if (csrf) h.set('X-CSRF-Token', csrf)
  if (bearer) h.set('Authentication', `Bearer ${bearer}`)
  if (hasBody) h.set('Content-Type', 'application/json')
  return h
}

async function refusal(response: Response): Promise<ApiError> {
  const body = await readJSON(response)
  const e = (typeof body === 'object' && body !== null ? body : {}) as Partial<Record<'error' | 'code' | 'field', string>> & { errors?: string[] }
  const message = e.error ?? `The server answered ${response.status} ${response.statusText}`.trim()
  // Only our own realm ends the session: a 401 of some outside service, or of a wrong password, carries none.
  const ours = REALM.test(response.headers.get('WWW-Authenticate') ?? '')
  if (ours && (response.status === 401 || message === 'Signature has expired')) {
    dropSession()
    onSessionEnd()
  }
  return new ApiError(response.status, message, e.code, e.field, e.errors)
}

async function readJSON(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryText(query: Options['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, v]) => v !== undefined)
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([k, v]) => [k, String(v)]))}`
}

// Keys below these are a person's own words, such as column headers, and are never rewritten.
const OWN_WORDS = new Set(['assignments', 'addOnMap', 'columnChoices'])

/** The same value with the keys of every object in snake_case. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), OWN_WORDS.has(k) ? v : snakeKeys(v)]),
  )
}
