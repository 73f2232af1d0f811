/** What the parts of the race editor share. */

import { createContext, use } from 'react'
import type { EventSource, RaceEvent } from '../../api/types.ts'
import type { Draft } from './draft.ts'
import type { RaceView } from './view.ts'

export type TabId = 'options' | 'map' | 'splits' | 'waves' | 'shirts'

export interface Editor {
  event: RaceEvent | null
  /** Every time is shown and typed in this zone. */
  zone: string
  draft: Draft
  /** The race as it would be saved now. */
  view: RaceView
  sources: readonly EventSource[]
  edit: (path: string, to: unknown) => void
  change: (next: (d: Draft) => Draft) => void
  /** What is wrong with a field, if anything. */
  error: (path: string) => string | undefined
  /** A date is half filled in: it cannot be saved like that. */
  incomplete: (path: string, on: boolean) => void
  /** Shows a field and puts the focus in it. */
  goTo: (path: string) => void
  /** The split that is looked at, "roaming" for the sources of none. */
  split: string
  selectSplit: (key: string) => void
  wave: string
  selectWave: (key: string) => void
}

export const EditorContext = createContext<Editor | null>(null)

/** The race editor around this component. */
export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('this belongs in a RaceEditor')
  return editor
}

/** Where a field stands: its tab. */
export function tabOf(path: string): TabId {
  const kind = path.split('/')[0]!
  const tabs: Record<string, TabId> = { split: 'splits', route: 'splits', roaming: 'splits', wave: 'waves', shirts: 'shirts', course: 'map' }
  return tabs[kind] ?? 'options'
}

/** "12 - Finish Arch": a source as it is picked from lists (SPLIT-5). */
export function sourceName(sources: readonly EventSource[], id: number): string {
  const known = sources.find((s) => s.id === id)
  return `${id} - ${known ? known.name : 'deleted source'}`
}
