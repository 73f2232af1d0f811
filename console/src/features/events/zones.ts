/** The time zones to choose from: the four of the list first (EVT-13, EVT-14), then every other. */

import type { Choice, ChoiceGroup } from '../../ui/SelectField.tsx'

const LISTED: Choice[] = [
  { value: 'America/Phoenix', label: 'Arizona/MST' },
  { value: 'Etc/GMT+6', label: 'Mountain (MDT Summer)' },
  { value: 'Etc/GMT+5', label: 'Central (CDT Summer)' },
  { value: 'Etc/GMT+4', label: 'Eastern (EDT Summer)' },
]

/** The choices, with the zone of the event among them even when the browser does not know it. */
export function zoneChoices(current: string): (Choice | ChoiceGroup)[] {
  const listed = new Set(LISTED.map((z) => z.value))
  const known = Intl.supportedValuesOf('timeZone').filter((z) => !listed.has(z))
  const all = [...new Set([...known, 'UTC', ...(current && !listed.has(current) ? [current] : [])])].toSorted()
  return [
    { title: 'Fixed offsets', options: LISTED },
    { title: 'By place, with summer time', options: all.map((z) => ({ value: z, label: z.replaceAll('_', ' ') })) },
  ]
}
