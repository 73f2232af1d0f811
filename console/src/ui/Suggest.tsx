import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import css from './Suggest.module.css'

/** One line that can be picked. */
export interface Suggestion {
  id: string
  label: string
  detail?: string
  /** At the right end: a bib, keys. */
  hint?: ReactNode
  icon?: ReactNode
  run: () => void
}

export interface SuggestionGroup { title: string; items: Suggestion[] }

interface Props {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  groups: SuggestionGroup[]
  /** Said when something was typed and nothing matches. */
  empty: string
  /** The list stands below the field at all times (a palette), drops down while something is typed, or as soon as the field has the focus. */
  open: 'always' | 'typed' | 'focus'
  icon?: ReactNode
  hint?: ReactNode
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** For a field of a form: the id of its label, and of what is wrong with it. */
  field?: { labelledBy: string; describedBy?: string; invalid: boolean; disabled: boolean }
  /** Alt and Enter take what was typed as it is (UI-14). */
  onAccept?: (text: string) => void
  onDone: () => void
}

/** A field with a list below it. The focus stays in the field; arrows move through the list, Enter picks, alt+Enter takes what was typed, Esc leaves. */
export function Suggest(props: Props) {
  const { label, placeholder, text, onText, groups, empty, open, icon, hint, autoFocus, inputRef, field, onAccept, onDone } = props
  const id = useId()
  const [at, setAt] = useState(0)
  const [dropped, setDropped] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const items = groups.flatMap((g) => g.items)
  const active = Math.min(at, Math.max(0, items.length - 1))
  const shown = open === 'always' || (dropped && (open === 'focus' || text.trim() !== ''))

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    // What is active is read from the page, after it was drawn.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [active, shown])

  const pick = (item: Suggestion | undefined) => {
    if (!item) return
    setDropped(false)
    onDone()
    item.run()
  }
  const key = (e: KeyboardEvent<HTMLInputElement>) => {
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[e.key]
    if (move && open === 'focus' && !dropped) {
      e.preventDefault()
      setDropped(true)
    } else if (move && shown) {
      e.preventDefault()
      setAt(wrap(active + move, items.length, Math.abs(move) === 1))
    } else if (e.key === 'Enter' && e.altKey && onAccept) {
      e.preventDefault()
      setDropped(false)
      onAccept(text)
    } else if (e.key === 'Enter' && shown && (items.length > 0 || !onAccept)) {
      e.preventDefault()
      pick(items[active])
    } else if (e.key === 'Escape' && open !== 'always' && (shown || open === 'typed')) {
      // The list goes; the window around it stays.
      e.preventDefault()
      e.stopPropagation()
      setDropped(false)
      onDone()
    }
  }

  return (
    <div className={`${css.suggest} ${open === 'always' ? css.palette : css.drop} ${field ? css.form : ''}`}>
      <div className={css.field}>
        {icon}
        <input
          ref={inputRef}
          className={css.input}
          role="combobox"
          aria-label={field ? undefined : label}
          aria-labelledby={field?.labelledBy}
          aria-describedby={field?.describedBy}
          aria-invalid={field?.invalid || undefined}
          disabled={field?.disabled}
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && items.length > 0 ? `${id}-${active}` : undefined}
          placeholder={placeholder}
          value={text}
          autoComplete="off"
          spellCheck={false}
          autoFocus={autoFocus}
          onChange={(e) => {
            setAt(0)
            setDropped(true)
            onText(e.target.value)
          }}
          onFocus={() => setDropped(true)}
          onBlur={() => setDropped(false)}
          onKeyDown={key}
        />
        {hint}
      </div>
      {/* A press in the list must not take the focus from the field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={css.list} id={`${id}-list`} role={items.length > 0 ? 'listbox' : 'group'} aria-label={label} ref={list} hidden={!shown} tabIndex={-1} onMouseDown={(e) => e.preventDefault()}>
        {shown ? <Groups id={id} groups={groups} active={active} onPick={pick} /> : null}
        {shown && items.length === 0 && empty ? <p className={css.empty}>{empty}</p> : null}
      </div>
      <p className="said" role="status">
        {shown && text !== '' ? (items.length === 0 ? empty : `${items.length} found`) : ''}
      </p>
    </div>
  )
}

function Groups({ id, groups, active, onPick }: { id: string; groups: SuggestionGroup[]; active: number; onPick: (item: Suggestion) => void }) {
  let n = 0
  return groups
    .filter((g) => g.items.length > 0)
    .map((g) => (
      <div key={g.title} role="group" aria-label={g.title || undefined}>
        {g.title ? (
          <div className={css.title} aria-hidden>
            {g.title}
          </div>
        ) : null}
        {g.items.map((item) => {
          const here = n++
          return (
            // The field keeps the focus and its keys do the work; a pointer may click as well.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div key={item.id} id={`${id}-${here}`} role="option" aria-selected={here === active} className={css.option} tabIndex={-1} onClick={() => onPick(item)}>
              {item.icon}
              <span className={css.label}>{item.label}</span>
              {item.detail ? <span className={css.detail}>{item.detail}</span> : null}
              {item.hint ? <span className={css.hint}>{item.hint}</span> : null}
            </div>
          )
        })}
      </div>
    ))
}

function wrap(n: number, length: number, round: boolean): number {
  if (length === 0) return 0
  if (round) return (n + length) % length
  return Math.min(length - 1, Math.max(0, n))
}
