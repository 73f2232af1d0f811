/** Things that a person keeps under a name: views of a list, presets of an import. Names are told apart without case. Pure. */

export interface Named { readonly name: string }

const LONGEST = 60

/** A name as it is kept. */
export function tidyName(name: string): string {
  return name.trim().slice(0, LONGEST)
}

/** The list with one more; a known name is overwritten where it stands, a blank one changes nothing. */
export function withNamed<T extends Named>(list: readonly T[], item: T): T[] {
  const kept = { ...item, name: tidyName(item.name) }
  if (kept.name === '') return [...list]
  const at = list.findIndex((v) => sameName(v.name, kept.name))
  return at < 0 ? [...list, kept] : list.with(at, kept)
}

/** The list with one under another name; a name that another one has changes nothing. */
export function renamed<T extends Named>(list: readonly T[], name: string, to: string): T[] {
  const called = tidyName(to)
  const taken = list.some((v) => sameName(v.name, called) && !sameName(v.name, name))
  return called === '' || taken ? [...list] : list.map((v) => (sameName(v.name, name) ? { ...v, name: called } : v))
}

export function withoutNamed<T extends Named>(list: readonly T[], name: string): T[] {
  return list.filter((v) => !sameName(v.name, name))
}

export function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
