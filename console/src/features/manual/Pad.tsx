import { Delete } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import css from './manual.module.css'
import type { EntryBox } from './useEntry.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 599px), (pointer: coarse)')

/** Whether digits are put in with a thumb. */
export function useHasPad(): boolean {
  return useSyncExternalStore(
    (fn) => {
      query?.addEventListener('change', fn)
      return () => query?.removeEventListener('change', fn)
    },
    () => query?.matches ?? false,
  )
}

/** Large keys at the foot of a phone, in reach of one thumb. The box keeps the focus; its own keyboard stays away until letters are asked for. */
export function Pad({ box, letters, onLetters }: { box: EntryBox; letters: boolean; onLetters: (on: boolean) => void }) {
  const key = (label: string, said: string, run: () => void, look = '') => (
    <button key={said} type="button" className={`${css.key} ${look}`} aria-label={said === label ? undefined : said} onPointerDown={(e) => e.preventDefault()} onClick={run}>
      {label}
    </button>
  )
  return (
    <div className={css.pad} role="group" aria-label="Digits">
      {DIGITS.map((d) => key(d, d, () => box.type(d)))}
      {key(letters ? '123' : 'ABC', letters ? 'Digits instead of letters' : 'Letters', () => onLetters(!letters), css.small)}
      {key('0', '0', () => box.type('0'))}
      <button type="button" className={css.key} aria-label="Delete the last digit" onPointerDown={(e) => e.preventDefault()} onClick={() => box.type('⌫')}>
        <Delete aria-hidden />
      </button>
      {key('Time only', 'Time only', box.stamp, css.wide)}
      {key(box.target ? 'Keep' : 'Stamp', box.target ? 'Keep' : 'Stamp', box.enter, `${css.wide} ${css.go}`)}
    </div>
  )
}
