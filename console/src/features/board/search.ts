// The parts of the address that are the views of board and problems. Kept small and free of imports: the router needs it before the screens.

/** One race, or all; the split whose people are shown. */
export interface BoardSearch {
  race?: number
  split?: number
}

/** One kind of problem, or all; the one that is open; whether accepted ones are shown too. */
export interface ProblemsSearch {
  kind?: string
  open?: string
  accepted?: boolean
}

const whole = (v: unknown): number | undefined => (typeof v === 'number' && Number.isInteger(v) && v > 0 ? v : undefined)

/** Keeps what the board knows. */
export function validateBoardSearch(search: Record<string, unknown>): BoardSearch {
  const out: BoardSearch = {}
  const race = whole(search.race)
  const split = whole(search.split)
  if (race !== undefined) out.race = race
  if (split !== undefined) out.split = split
  return out
}

/** Keeps what the inbox knows. */
export function validateProblemsSearch(search: Record<string, unknown>): ProblemsSearch {
  const out: ProblemsSearch = {}
  if (typeof search.kind === 'string' && search.kind !== '') out.kind = search.kind
  if (typeof search.open === 'string' && search.open !== '') out.open = search.open
  if (search.accepted === true) out.accepted = true
  return out
}
