// The part of the address that says what of the orders is shown. Kept small and free of imports: the router needs it before the screen.

export interface OrdersSearch {
  race?: number
  q?: string
  /** The variant whose people are shown. */
  variant?: number
}

export function validateOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  return { ...id('race', search.race), ...id('variant', search.variant), ...(search.q !== undefined && search.q !== '' ? { q: String(search.q) } : {}) }
}

function id<K extends string>(key: K, value: unknown): { [P in K]?: number } {
  const n = Number(value)
  return (Number.isSafeInteger(n) && n > 0 ? { [key]: n } : {}) as { [P in K]?: number }
}
