// Which columns are shown: the usual ones, and what the address says otherwise. Pure.

import type { Race } from '../../api/types.ts'
import type { Column } from '../../ui/tableColumns.ts'

interface Optional {
  id: string
  optional?: boolean
  always?: boolean
}

/** The team column is there by default when any race scores teams. */
function usual(column: Optional, races: readonly Race[]): boolean {
  return !column.optional || (column.id === 'team' && races.some((r) => r.scoreByTeam))
}

/** The columns to show. `text` names those that differ from the usual ones. */
export function shownColumns<C extends Optional>(every: readonly C[], text: string | undefined, races: readonly Race[]): C[] {
  const said = new Map((text ?? '').split('~').map((t) => (t.startsWith('-') ? [t.slice(1), false] : [t, true])))
  return every.filter((c) => c.always || (said.get(c.id) ?? usual(c, races)))
}

/** The text for the address when these columns are wanted; empty when they are the usual ones. */
export function columnsAfter<T>(every: readonly (Column<T> & Optional)[], wanted: readonly string[], races: readonly Race[]): string {
  return every
    .filter((c) => !c.always && wanted.includes(c.id) !== usual(c, races))
    .map((c) => (wanted.includes(c.id) ? c.id : `-${c.id}`))
    .join('~')
}
