import { type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { SearchFieldProps } from 'react-aria-components'
import { findPeople, isBibOf, terms, type Findable } from '../lib/find.ts'
import { count, plural, shortBib } from '../lib/units.ts'
import { Button } from './Button.tsx'
import css from './PersonPicker.module.css'
import { SearchField } from './SearchField.tsx'
import { Swatch } from './Status.tsx'

/** Whoever can be chosen. */
export interface Choosable extends Findable {
  id: number
}

/** What is said of somebody besides bib and name. */
export interface PersonWords {
  detail?: string
  /** At the right end: a time. */
  value?: string
  color?: string
}

interface Props<T extends Choosable> {
  /** The name of the list, for screen readers. */
  label: string
  /** Those who can be chosen, in the order in which they are shown while nothing is searched for. */
  people: readonly T[]
  chosen: number | null
  onChoose: (id: number | null) => void
  words: (person: T) => PersonWords
  /** How many stand on a page (PART-4, XING-11). */
  pageSize?: number
  placeholder?: string
  autoFocus?: boolean
  /** What to say when nobody is left. */
  nobody?: ReactNode
}

/**
 * Chooses one person: a search over what is held, and pages below it. The focus stays in the search: up and down choose,
 * PageUp and PageDown turn pages. A bib typed in full is chosen at once.
 */
export function PersonPicker<T extends Choosable>({ label, people, chosen, onChoose, words, pageSize = 10, placeholder = 'Bib or name', autoFocus = false, nobody = 'Nobody matches.' }: Props<T>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  const wanted = useDeferredValue(text)
  const found = useMemo(() => (terms(wanted).length === 0 ? people : findPeople(people, wanted)), [people, wanted])
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  const at = Math.min(page, pages - 1)
  const shown = found.slice(at * pageSize, (at + 1) * pageSize)

  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  const search = (next: string) => {
    setText(next)
    setPage(0)
    const first = findPeople(people, next, 1)[0]
    // A name typed in part means nobody yet: Enter must not take whoever happens to be first.
    if (first && isBibOf(first, terms(next))) onChoose(first.id)
    else if (chosen !== null) onChoose(null)
  }
  const turn = (to: number) => {
    const next = Math.max(0, Math.min(pages - 1, to))
    setPage(next)
    return next
  }
  const choose = (index: number) => {
    const next = Math.max(0, Math.min(found.length - 1, index))
    const person = found[next]
    if (!person) return
    setPage(Math.floor(next / pageSize))
    onChoose(person.id)
  }
  const key: SearchFieldProps['onKeyDown'] = (e) => {
    const here = found.findIndex((p) => p.id === chosen)
    if (e.key === 'ArrowDown') choose(here < 0 ? at * pageSize : here + 1)
    else if (e.key === 'ArrowUp') choose(here < 0 ? at * pageSize : here - 1)
    else if (e.key === 'PageDown') choose(turn(at + 1) * pageSize)
    else if (e.key === 'PageUp') choose(turn(at - 1) * pageSize)
    // Enter and Escape are for the window around.
    else return e.continuePropagation()
    e.preventDefault()
  }
  const active = shown.find((p) => p.id === chosen)

  return (
    <div className={css.picker}>
      <SearchField label={placeholder} value={text} onChange={search} onKeyDown={key} inputRef={input} autoComplete="off" aria-controls={`${id}-list`} aria-activedescendant={active ? `${id}-${active.id}` : undefined} />
      <div className={css.list} role="listbox" id={`${id}-list`} aria-label={label} tabIndex={-1}>
        {shown.map((p) => {
          const said = words(p)
          return (
            // The keys are those of the search field above, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div key={p.id} id={`${id}-${p.id}`} role="option" tabIndex={-1} aria-selected={p.id === chosen} className={css.option} onClick={() => onChoose(p.id)}>
              <span className={css.bib}>
                {said.color === undefined ? null : <Swatch color={said.color} />}
                {shortBib(p.bib)}
              </span>
              <span className={css.name}>{`${p.firstName} ${p.lastName}`.trim()}</span>
              <span className={css.detail}>{said.detail}</span>
              <span className={css.value}>{said.value}</span>
            </div>
          )
        })}
        {shown.length === 0 ? (
          <div className={css.nobody} role="option" aria-selected={false} aria-disabled>
            {nobody}
          </div>
        ) : null}
      </div>
      <div className={css.pager}>
        <span className={css.where} role="status">
          {found.length === 0 ? '' : `${count(at * pageSize + 1)}–${count(at * pageSize + shown.length)} of ${plural(found.length, 'person', 'people')}`}
        </span>
        <Button isDisabled={at === 0} onPress={() => turn(at - 1)}>
          Prev
        </Button>
        <Button isDisabled={at >= pages - 1} onPress={() => turn(at + 1)}>
          Next
        </Button>
      </div>
    </div>
  )
}
