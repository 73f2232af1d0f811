/**
 * Who is signed in on this browser: the token and nothing else. Two states exist, signed in and not (AUTH-8).
 * The token is kept under `token`, its end under `tokenExpiresAt` (AUTH-4, AUTH-10).
 */

const TOKEN = 'token'
const EXPIRES = 'tokenExpiresAt'

/** The stored token, or null. */
export function token(): string | null {
  return localStorage.getItem(TOKEN)
}

/** When the stored token ends, as the server said; null when unknown. */
export function tokenExpiresAt(): string | null {
  return localStorage.getItem(EXPIRES)
}

/** The subject of a token that has three parts and whose middle part decodes and holds one (AUTH-6); null otherwise. */
export function subject(candidate: string | null): string | null {
  const parts = candidate?.split('.') ?? []
  if (parts.length !== 3 || parts.some((p) => p === '')) return null
  try {
    const bytes = Uint8Array.from(atob(parts[1]!.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.codePointAt(0)!)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null || !('sub' in claims)) return null
    return claims.sub === '' || claims.sub === null || claims.sub === undefined ? null : String(claims.sub)
  } catch {
    return null
  }
}

/** The name of the signed-in user, null when nobody is. */
export function user(): string | null {
  return subject(token())
}

/** Keeps what the server answered to a sign-in. */
export function keepSession(answer: { token: string; expiresAt: string | null }): void {
  localStorage.setItem(TOKEN, answer.token)
  if (answer.expiresAt) localStorage.setItem(EXPIRES, answer.expiresAt)
  else localStorage.removeItem(EXPIRES)
}

/** Forgets the session. The caller takes the user to the sign-in screen. */
export function dropSession(): void {
  localStorage.removeItem(TOKEN)
  localStorage.removeItem(EXPIRES)
}

/** Only paths of this console are followed after sign-in; anything else (another host, a scheme) becomes "/". */
export function safePath(wanted: string | undefined): string {
  if (!wanted || !wanted.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/'
  return wanted.startsWith('/login') ? '/' : wanted
}
