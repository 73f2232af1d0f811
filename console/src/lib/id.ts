/** A name that nobody else gives. Not randomUUID: a console on a network without certificates has none. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('')
}
