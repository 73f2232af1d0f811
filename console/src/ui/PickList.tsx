import type { ReactNode } from 'react'
import { type Key, ListBox, ListBoxItem } from 'react-aria-components'
import css from './PickList.module.css'

export interface PickItem {
  id: string
  label: string
  detail?: string
  /** At the right end: a number in a column. */
  value?: string
  /** Signs between label and value, each with words of its own. */
  marks?: ReactNode
  /** Not saved yet. */
  isNew?: boolean
}

/** A list of which one thing is looked at beside it. Arrows move, and what they reach is looked at. */
export function PickList({ label, items, selected, onSelect }: { label: string; items: readonly PickItem[]; selected: string; onSelect: (id: string) => void }) {
  return (
    <ListBox
      aria-label={label}
      className={css.list!}
      items={items}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={items.some((i) => i.id === selected) ? [selected] : []}
      onSelectionChange={(keys) => {
        const [first] = keys === 'all' ? [] : [...(keys as Set<Key>)]
        if (first !== undefined) onSelect(String(first))
      }}
      dependencies={[items]}
    >
      {(item) => (
        <ListBoxItem id={item.id} textValue={item.label} className={css.item!}>
          <span className={css.label}>{item.label}</span>
          {item.detail ? <span className={css.detail}>{item.detail}</span> : null}
          {item.isNew ? <span className={css.new}>new</span> : null}
          {item.marks}
          {item.value === undefined ? null : <span className={css.value}>{item.value}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  )
}
