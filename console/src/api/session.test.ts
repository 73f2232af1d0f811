import { beforeEach, expect, it } from 'vitest'
import { dropSession, keepSession, safePath, subject, token, tokenExpiresAt, user } from './session.ts'

const part = (o: unknown) => btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(o)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const jwt = (claims: unknown) => `${part({ alg: 'HS256' })}.${part(claims)}.c2ln`

beforeEach(() => localStorage.clear())

it.each([
  [null, null],
  ['', null],
  ['a.b', null],
  ['a.b.c.d', null],
  ['a..c', null],
  ['a.%%%.c', null],
  [`a.${part('text')}.c`, null],
  [jwt({ exp: 1 }), null],
  [jwt({ sub: '' }), null],
  [jwt({ sub: null }), null],
  [jwt({ sub: 'demo' }), 'demo'],
  [jwt({ sub: 7 }), '7'],
  [jwt({ sub: 'Zoë ✓ >>>' }), 'Zoë ✓ >>>'],
])('the subject of %j is %j', (candidate, want) => expect(subject(candidate)).toBe(want))

it('keeps a session under the documented keys, and forgets it', () => {
  keepSession({ token: jwt({ sub: 'demo' }), expiresAt: '2026-12-05T20:31:09.000Z' })
  expect(localStorage.getItem('token')).toBe(token())
  expect(localStorage.getItem('tokenExpiresAt')).toBe('2026-12-05T20:31:09.000Z')
  expect(user()).toBe('demo')
  dropSession()
  expect([token(), tokenExpiresAt(), user()]).toEqual([null, null, null])
})

it.each([
  [undefined, '/'],
  ['', '/'],
  ['/1/participants?race=2', '/1/participants?race=2'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?t=/x', '/'],
])('after sign-in %j leads to %j', (wanted, path) => expect(safePath(wanted)).toBe(path))
