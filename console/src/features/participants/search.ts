// The part of the address that is the view of the participants list: filters (RES-6), order and columns. A link is a saved view.
// Several values of one filter are joined by "~". Kept small and free of imports: the router needs it before the screen.

/** As it stands in the address. A value that is a whole number stands there as one, so that no quotes are needed around it. */
export interface ParticipantsSearch {
  q?: Text
  race?: Text
  gender?: Text
  age?: Text
  status?: Text
  bib?: Text
  first?: Text
  last?: Text
  team?: Text
  /** A column, with a leading minus for descending. */
  sort?: string
  /** Columns that differ from the usual ones: a name to show it, with a leading minus to hide it. */
  cols?: string
}

type Text = string | number

const texts = ['q', 'race', 'gender', 'age', 'status', 'bib', 'first', 'last', 'team', 'sort', 'cols'] as const

/** Keeps what the screen knows, drops the rest and empty values. */
export function validateParticipantsSearch(search: Record<string, unknown>): ParticipantsSearch {
  const out: Record<string, Text> = {}
  for (const key of texts) {
    const value = search[key]
    if ((typeof value === 'string' || typeof value === 'number') && value !== '') out[key] = short(String(value))
  }
  return out as ParticipantsSearch
}

/** The same search with one value set; an empty one takes it out. */
export function withValue(search: ParticipantsSearch, key: (typeof texts)[number], value: string): ParticipantsSearch {
  return validateParticipantsSearch({ ...search, [key]: value })
}

/** The values of a filter that holds several. */
export function valuesOf(text: Text | undefined): string[] {
  return text === undefined ? [] : String(text).split('~').filter(Boolean)
}

/** Several values as one. */
export function joined(values: Iterable<string>): string {
  return [...values].join('~')
}

/** Column and direction; by place when the address says nothing. */
export function sortOf(search: ParticipantsSearch): { id: string; desc: boolean } {
  const text = search.sort ?? 'place'
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false }
}

/** The reverse of sortOf; the usual order needs no word. */
export function sortText(sort: { id: string; desc: boolean }): string {
  return sort.id === 'place' && !sort.desc ? '' : `${sort.desc ? '-' : ''}${sort.id}`
}

function short(text: string): Text {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}
