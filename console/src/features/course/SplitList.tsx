import { MapPin, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListBox, ListBoxItem, type Selection } from 'react-aria-components'
import { distance as inUnits, distanceUnit, elevation, elevationUnit } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { type Cursor, usePointed } from './cursor.ts'
import css from './splits.module.css'
import { type PlacedSplit, said } from './marks.ts'

interface Props {
  splits: readonly PlacedSplit[]
  selected: string | null
  onSelect: (key: string | null) => void
  onAdd: () => void
  onDelete: (key: string) => void
  cursor: Cursor
  hasCourse: boolean
  miles: boolean
  /** The options of the selected split. */
  children: ReactNode
}

/** The splits beside the map, in the order of the course; also the table of what map and profile show. */
export function SplitList({ splits, selected, onSelect, onAdd, onDelete, cursor, hasCourse, miles, children }: Props) {
  const choose = (keys: Selection) => onSelect(keys === 'all' ? null : ((keys.values().next().value as string | undefined) ?? null))
  return (
    <aside className={css.aside} aria-label="Splits of the course">
      <div className={css.top}>
        <h2>Splits</h2>
        <span className={css.unit}>{`${distanceUnit(miles)} · ${elevationUnit(miles)}`}</span>
      </div>
      <ListBox aria-label="Splits" className={css.list!} items={splits} selectionMode="single" selectionBehavior="replace" selectedKeys={selected === null ? [] : [selected]} onSelectionChange={choose} renderEmptyState={() => <p className={css.none}>No splits yet</p>} dependencies={[miles]}>
        {(s) => (
          <ListBoxItem id={s.key} textValue={said(s, miles)} aria-label={said(s, miles)} className={css.row!}>
            <span className={css.name}>{s.name || '–'}</span>
            <span className={css.number}>{inUnits(s.distance, miles)}</span>
            <span className={css.height}>{hasCourse ? elevation(s.place?.ele, miles) : ''}</span>
          </ListBoxItem>
        )}
      </ListBox>
      <div className={css.buttons}>
        <Button icon={<Plus aria-hidden />} onPress={onAdd}>
          Add
        </Button>
        <Button icon={<Trash2 aria-hidden />} isDisabled={selected === null} onPress={() => selected !== null && onDelete(selected)}>
          Delete
        </Button>
        <Where cursor={cursor} hasCourse={hasCourse} miles={miles} />
      </div>
      {selected !== null && children ? <div className={css.options}>{children}</div> : null}
    </aside>
  )
}

// Says where Add will put the next split, before it does.
function Where({ cursor, hasCourse, miles }: { cursor: Cursor; hasCourse: boolean; miles: boolean }) {
  const { pinned } = usePointed(cursor)
  if (!hasCourse) return null
  return (
    <p className={css.where} data-set={pinned !== null || undefined}>
      <MapPin aria-hidden />
      {pinned === null ? 'Click the course to choose where' : `at ${inUnits(pinned, miles, 2)} ${distanceUnit(miles)}`}
    </p>
  )
}
