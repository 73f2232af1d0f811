import { Link } from '@tanstack/react-router'
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { RaceEvent } from '../../api/types.ts'
import { count, shortBib } from '../../lib/units.ts'
import { IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Line, titleOf } from './list.ts'
import css from './orders.module.css'

/** A long list is drawn in part: nobody reads on, and the file has everybody. */
const SHOWN = 500

/** Who ordered one variant, each a way to that person's orders. */
export function WhoOrdered({ event, line, onClose }: { event: RaceEvent; line: Line; onClose: () => void }) {
  const races = useMemo(() => new Map(event.races.map((r) => [r.id, r])), [event.races])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEscape(onClose)
  const words = line.people.some((p) => p.text !== '')
  return (
    <aside className={css.who} aria-label={titleOf(line.order, line.variant)}>
      <header>
        <IconButton label="Back to the list" onPress={onClose}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {titleOf(line.order, line.variant)}
          </h2>
          <p className={css.note}>
            {count(line.people.reduce((n, p) => n + p.quantity, 0))} for {count(line.people.length)} {line.people.length === 1 ? 'person' : 'people'}
          </p>
        </div>
        <IconButton label="Close" keys="Esc" onPress={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      {line.people.length === 0 ? (
        <EmptyState title="Nobody has ordered this">Orders come with the registration file, or are entered at a person, on the tab Add-ons.</EmptyState>
      ) : (
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col" className={css.number}>
                  Bib
                </th>
                <th scope="col">Name</th>
                <th scope="col">Race</th>
                {words ? <th scope="col">Answer</th> : null}
                <th scope="col">Quantity</th>
              </tr>
            </thead>
            <tbody>
              {line.people.slice(0, SHOWN).map((p) => (
                <tr key={p.participantId}>
                  <td className={`${css.number} mono`}>{shortBib(p.bib)}</td>
                  <th scope="row">
                    <Link to={`/${event.id}/participants/${p.participantId}/addons` as never} className={css.person}>
                      {p.name || 'No name'}
                    </Link>
                  </th>
                  <td>
                    <span className={css.race}>
                      <span className={css.dot} style={{ background: races.get(p.raceId)?.color || 'var(--line-strong)' }} aria-hidden />
                      {races.get(p.raceId)?.name ?? 'No race'}
                    </span>
                  </td>
                  {words ? <td className={css.answer}>{p.text}</td> : null}
                  <td>{count(p.quantity)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {line.people.length > SHOWN ? <p className={css.rest}>and {count(line.people.length - SHOWN)} more; search, choose a race, or export the CSV</p> : null}
        </div>
      )}
    </aside>
  )
}

// Escape closes the list, unless a window over it or a field takes it.
function useEscape(close: () => void): void {
  const act = useEffectEvent(close)
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || e.defaultPrevented || document.querySelector('dialog[open],[role="dialog"],[role="alertdialog"],[role="menu"]')) return
      if (e.target instanceof HTMLInputElement && e.target.value !== '') return
      act()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])
}
