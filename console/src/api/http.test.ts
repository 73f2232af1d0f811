import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer, api, ApiError, answerWithHeaders, done, snakeKeys, whenSessionEnds } from './http.ts'
import { keepSession, token } from './session.ts'

const ended = vi.fn()
let sent: Request[] = []
let reply: () => Response

beforeEach(() => {
  localStorage.clear()
  keepSession({ token: 'a.b.c', expiresAt: null })
  document.head.innerHTML = '<meta name="csrf-token" content="seal">'
  sent = []
  ended.mockClear()
  whenSessionEnds(ended)
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request)
    return reply()
  })
})
afterEach(() => vi.unstubAllGlobals())

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const refused = async (call: Promise<unknown>): Promise<ApiError> => call.then(() => expect.fail('it was not refused'), (e: unknown) => e as ApiError)

it('sends the headers of the contract', async () => {
  reply = json([], 200, { Seq: '7' })
  const { headers } = await answerWithHeaders(api.GET('/event_sources', { fetch: globalThis.fetch }))
  expect(headers.get('Seq')).toBe('7')
  const h = sent[0]!.headers
  expect([h.get('Accept'), h.get('X-Client-Version'), h.get('X-CSRF-Token'), h.get('Authentication')]).toEqual(['application/json', '120', 'seal', 'Bearer a.b.c'])
})

it('sends no token when there is none', async () => {
  localStorage.clear()
  reply = json([])
  await answer(api.GET('/event_sources', { fetch: globalThis.fetch }))
  expect(sent[0]!.headers.has('Authentication')).toBe(false)
})

it('sends keys in snake_case, a person’s own words untouched', async () => {
  reply = json([])
  await answer(api.POST('/race_events/{id}/score', { params: { path: { id: 3 } }, body: { raceIds: [1, 2] }, fetch: globalThis.fetch }))
  expect(new URL(sent[0]!.url).pathname).toBe('/api/v1/race_events/3/score')
  expect(await sent[0]!.json()).toEqual({ race_ids: [1, 2] })
  expect(snakeKeys({ lpsDuration: 1, splits: [{ isPublic: true }], addOnMap: { 'T-Shirt Size': 1 } })).toEqual({ lps_duration: 1, splits: [{ is_public: true }], add_on_map: { 'T-Shirt Size': 1 } })
})

it('ends the session at a 401 of our own realm, whatever the words', async () => {
  reply = json({ error: 'Signature has expired', errors: [], code: 'unauthorized' }, 401, { 'WWW-Authenticate': 'Bearer realm="raced"' })
  const e = await refused(answer(api.GET('/event_sources', { fetch: globalThis.fetch })))
  expect([e.status, e.code, e.message]).toEqual([401, 'unauthorized', 'Signature has expired'])
  expect(token()).toBeNull()
  expect(ended).toHaveBeenCalledOnce()
})

it.each([{}, { 'WWW-Authenticate': 'Bearer realm="elsewhere"' }])('keeps the session at a 401 with %j: a wrong password, another service', async (headers) => {
  reply = json({ error: 'no', errors: [], code: 'unauthorized' }, 401, headers as Record<string, string>)
  await refused(answer(api.POST('/authenticate', { body: { u: 'a', p: 'b' }, fetch: globalThis.fetch })))
  expect(token()).toBe('a.b.c')
  expect(ended).not.toHaveBeenCalled()
})

it('hands on what the server said, and says something itself when it said nothing', async () => {
  reply = json({ error: 'A race needs a name', errors: ['A race needs a name'], code: 'invalid', field: 'name' }, 422)
  const e = await refused(done(api.POST('/notifications/read_all', { fetch: globalThis.fetch })))
  expect([e.status, e.message, e.code, e.field]).toEqual([422, 'A race needs a name', 'invalid', 'name'])
  reply = () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' })
  expect((await refused(answer(api.GET('/event_sources', { fetch: globalThis.fetch })))).message).toBe('The server answered 502 Bad Gateway')
})

it('calls an answer without a body a bad response', async () => {
  reply = () => new Response(null, { status: 204 })
  expect((await refused(answer(api.GET('/event_sources', { fetch: globalThis.fetch })))).message).toBe('Bad response')
})

it('says that the server does not answer', async () => {
  reply = () => {
    throw new TypeError('Failed to fetch')
  }
  const e = await refused(answer(api.GET('/event_sources', { fetch: globalThis.fetch })))
  expect([e.status, e.code]).toEqual([0, 'unavailable'])
})
