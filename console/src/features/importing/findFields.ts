/** The list of what a column can be: what is typed narrows it, by the words of the fields and by every header that means them. Pure. */

import { ADD_ON, IGNORE, type ImportField } from '../../api/importing.ts'
import { mostSimilar } from '../../lib/similar.ts'

/** One line of the list. `by` is the header by which it was found, when its own words do not say so. */
export interface FieldChoice { field: string; label: string; by: string }

const GROUPS: readonly { title: string; fields: readonly string[] }[] = [
  { title: 'Person', fields: ['first_name', 'last_name', 'full_name', 'gender', 'dob', 'age', 'team_name'] },
  { title: 'Race', fields: ['bib', 'chips', 'distance', 'wave', 'wave_request', 'wave_start_time', 'remove'] },
  { title: 'Registration', fields: ['unique_id', 'registered_at', 'shirt_size', 'expects_shirt', 'notes'] },
  { title: 'Contact', fields: ['email', 'phone', 'address', 'city', 'state', 'zip', 'country', 'emergency_name', 'emergency_phone'] },
]

const SPECIAL: readonly ImportField[] = [
  { field: IGNORE, label: 'Ignore', aliases: ['none', 'skip'] },
  { field: ADD_ON, label: 'Add On', aliases: ['addon', 'order', 'item', 'merchandise'] },
]

/** Everything a column can be, in groups: Ignore and Add On first, every known field once. */
export function fieldGroups(fields: readonly ImportField[]): { title: string; items: FieldChoice[] }[] {
  const listed = new Set(GROUPS.flatMap((g) => g.fields))
  const group = (title: string, of: readonly ImportField[]) => ({ title, items: of.map(({ field, label }) => ({ field, label, by: '' })) })
  return [
    group('', SPECIAL),
    ...GROUPS.map((g) => group(g.title, g.fields.flatMap((name) => fields.find((f) => f.field === name) ?? []))),
    group('Other', fields.filter((f) => !listed.has(f.field))),
  ].filter((g) => g.items.length > 0)
}

/** Those that match what is typed, best first: by their own words, then by a header that means them. */
export function findFields(fields: readonly ImportField[], typed: string): FieldChoice[] {
  const wanted = plain(typed)
  const all = [...SPECIAL, ...fields]
  const scored = all.flatMap((f): { choice: FieldChoice; score: number }[] => {
    const label = plain(f.label)
    const alias = f.aliases.find((a) => a.startsWith(wanted)) ?? f.aliases.find((a) => a.includes(wanted))
    const score = label.startsWith(wanted) ? 4 : label.includes(wanted) ? 3 : alias?.startsWith(wanted) ? 2 : alias ? 1 : 0
    return score > 0 ? [{ choice: { field: f.field, label: f.label, by: score < 3 ? alias! : '' }, score }] : []
  })
  if (scored.length > 0) return scored.toSorted((a, b) => b.score - a.score).map((s) => s.choice)
  // a slip of the finger
  return mostSimilar(all, typed, (f) => f.label, 4).map(({ field, label }) => ({ field, label, by: '' }))
}

function plain(text: string): string {
  return text.normalize('NFD').toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
