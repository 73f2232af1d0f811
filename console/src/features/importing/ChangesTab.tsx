import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { ImportField, ImportReceipt } from '../../api/importing.ts'
import { count, plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { ChangeLine } from './ChangeLine.tsx'
import { countsOf, KINDS, type Kind, linesOf, narrowed, type Only } from './changes.ts'
import css from './changes.module.css'

interface Props {
  receipt: ImportReceipt | undefined
  fields: readonly ImportField[]
  /** It is being worked out; what was shown before stays, fainter. */
  working?: boolean
  error?: Error | null
  onRetry?: () => void
  /** What stands in the way of working it out. */
  obstacle?: string
}

/** Who would be created, changed (was → now) and removed, and every row that cannot be taken, with its line and reason. */
export function ChangesTab({ receipt, fields, working = false, error, onRetry, obstacle = '' }: Props) {
  if (obstacle) return <EmptyState title="Nothing can be imported yet">{obstacle}</EmptyState>
  if (error) {
    return (
      <div className={css.failed}>
        <Notice state="bad">{error.message}</Notice>
        <Button onPress={onRetry}>Try again</Button>
      </div>
    )
  }
  if (!receipt) return <Skeleton rows={8} label="Working out what would change" />
  return <Changes receipt={receipt} fields={fields} working={working} />
}

/** The list itself, narrowed by kind and by what is typed. */
function Changes({ receipt, fields, working }: { receipt: ImportReceipt; fields: readonly ImportField[]; working: boolean }) {
  const [only, setOnly] = useState<Only>('')
  const [typed, setTyped] = useState('')
  const lines = useMemo(() => linesOf(receipt), [receipt])
  const counts = useMemo(() => countsOf(receipt, lines), [receipt, lines])
  const shown = useMemo(() => narrowed(lines, only && counts[only] > 0 ? only : '', typed), [lines, only, counts, typed])
  // The server lists only the first of very many.
  const unlisted = counts.created + counts.updated + counts.removed - lines.filter((l) => l.message === '').length
  const kinds = (Object.keys(KINDS) as Kind[]).filter((k) => counts[k] > 0)
  const file = receipt.messages.filter((m) => m.row === 0)
  return (
    <div className={css.tab} aria-busy={working} data-working={working || undefined}>
      {file.map((m) => (
        <Notice key={m.message} state="info">
          {m.message}
        </Notice>
      ))}
      {lines.length > 0 ? (
        <div className={css.bar} role="group" aria-label="Show only">
          {kinds.map((k) => (
            <Pill key={k} isSelected={only === k} onChange={(on) => setOnly(on ? k : '')}>
              {count(counts[k])} {KINDS[k].word}
            </Pill>
          ))}
          <div className={css.find}>
            <SearchField label="Find in list" value={typed} onChange={setTyped} />
          </div>
        </div>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState title="Nothing would change">{receipt.unchanged > 0 ? `${plural(receipt.unchanged, 'person is', 'people are')} as the file says.` : 'The file has no rows.'}</EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title="No row matches" />
      ) : (
        <List lines={shown} fields={fields} />
      )}
      {unlisted > 0 ? <p className={css.more}>{plural(unlisted, 'more person changes who is', 'more people change who are')} not listed.</p> : null}
    </div>
  )
}

/** Only the lines in sight are in the page, however many thousands there are. */
function List({ lines, fields }: { lines: ReturnType<typeof narrowed>; fields: readonly ImportField[] }) {
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used; what it gives is read in this render only
  const view = useVirtualizer({ count: lines.length, getScrollElement: () => box.current, estimateSize: () => 44, overscan: 10, getItemKey: (i) => lines[i]!.key })
  return (
    // A list that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} ref={box} tabIndex={0} role="region" aria-label={plural(lines.length, 'row', 'rows')}>
      <ul className={css.lines} style={{ height: view.getTotalSize() }}>
        {view.getVirtualItems().map((item) => (
          <li key={item.key} ref={view.measureElement} data-index={item.index} className={css.line} style={{ transform: `translateY(${item.start}px)` }} aria-posinset={item.index + 1} aria-setsize={lines.length}>
            <ChangeLine line={lines[item.index]!} fields={fields} />
          </li>
        ))}
      </ul>
    </div>
  )
}
