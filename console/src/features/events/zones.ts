/** The time zones to choose from: the four of the list first (EVT-13, EVT-14), then every other. */

import type { Option } from '../../ui/Autocomplete.tsx'

const LISTED: Option[] = [
  { id: 'America/Phoenix', label: 'Arizona/MST' },
  { id: 'Etc/GMT+6', label: 'Mountain (MDT Summer)' },
  { id: 'Etc/GMT+5', label: 'Central (CDT Summer)' },
  { id: 'Etc/GMT+4', label: 'Eastern (EDT Summer)' },
].map((z) => ({ ...z, detail: 'fixed offset' }))

/** The choices, with the zone of the event among them even when the browser does not know it. */
export function zoneChoices(current: string): Option[] {
  const listed = new Set(LISTED.map((z) => z.id))
  const known = Intl.supportedValuesOf('timeZone').filter((z) => !listed.has(z))
  const all = [...new Set([...known, 'UTC', ...(current && !listed.has(current) ? [current] : [])])].toSorted()
  return [...LISTED, ...all.map((z) => ({ id: z, label: z.replaceAll('_', ' ') }))]
}
