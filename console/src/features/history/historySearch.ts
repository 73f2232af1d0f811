// The part of the address that narrows the journal. Kept small and free of imports: the router needs it before the screen.

export interface HistorySearch {
  kind?: string
  user?: string
  person?: number
}

export function validateHistorySearch(search: Record<string, unknown>): HistorySearch {
  const person = Number(search.person)
  return {
    ...(typeof search.kind === 'string' && search.kind !== '' ? { kind: search.kind } : {}),
    ...(search.user !== undefined && search.user !== '' ? { user: String(search.user) } : {}),
    ...(Number.isSafeInteger(person) && person > 0 ? { person } : {}),
  }
}
