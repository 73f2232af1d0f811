/** Who wears a bib, among the people that are held: known at once, without the server. */

import type { Participant } from '../../api/types.ts'
import { shortBib } from '../../lib/units.ts'
import type { Rows } from '../../live/rows.ts'

// Made again only when the list has changed: with 50,000 people a search at every key would be felt.
const byBib = new WeakMap<readonly Participant[], Map<string, Participant>>()

/** The one with this bib, leading zeros aside. */
export function whoHas(people: Rows<Participant> | undefined, bib: string): Participant | undefined {
  const wanted = bib.trim()
  if (!people || wanted === '') return undefined
  let of = byBib.get(people.rows)
  if (!of) {
    of = new Map(people.rows.filter((p) => p.bib !== '').map((p) => [shortBib(p.bib).toLowerCase(), p]))
    byBib.set(people.rows, of)
  }
  return of.get(shortBib(wanted).toLowerCase())
}
