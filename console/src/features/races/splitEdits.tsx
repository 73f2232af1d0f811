import { useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { addSplit, newKey, remove } from './draft.ts'
import type { Editor } from './editor.ts'

/** Adds a split and shows it, ready for its name; from the map it is only selected, on the map. */
export function insertSplit({ draft, change, goTo, selectSplit }: Editor, metres: number, from: 'list' | 'map' = 'list'): void {
  const key = newKey(draft)
  change((d) => addSplit(d, metres))
  if (from === 'map') selectSplit(key)
  else goTo(`split/${key}/name`)
}

/** Deletes splits from the draft; one that has a name and a place on the course asks first (SPLIT-9). */
export function useSplitRemover({ view, change, split: selected, selectSplit }: Editor) {
  const [asked, setAsked] = useState<{ key: string; name: string } | null>(null)
  const drop = (key: string) => {
    const at = view.splits.findIndex((s) => s.key === key)
    if (selected === key) selectSplit((view.splits[at + 1] ?? view.splits[at - 1])?.key ?? 'roaming')
    change((d) => remove(d, `split/${key}`))
    setAsked(null)
  }
  const ask = (key: string) => {
    const split = view.splits.find((s) => s.key === key)
    if (!split) return
    if (split.name.trim() !== '' && split.distance > 0) setAsked({ key, name: split.name })
    else drop(key)
  }
  const text = `Really delete split '${asked?.name ?? ''}'? This cannot be undone.`
  return { ask, dialog: <ConfirmDialog title="Delete split" text={text} action="Delete split" isOpen={asked !== null} onConfirm={() => asked && drop(asked.key)} onClose={() => setAsked(null)} /> }
}
