import type { KeyboardEvent } from 'react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Participant, RaceEvent } from '../../api/types.ts'
import { clockMs } from '../../lib/time.ts'
import type { Rows } from '../../live/rows.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import type { Entry } from './entries.ts'
import css from './manual.module.css'
import { Pad, useHasPad } from './Pad.tsx'
import type { EntryBox } from './useEntry.ts'
import { useJudgement, verdictOf } from './useJudgement.ts'
import { Person, Reasons, VerdictBadge } from './Verdict.tsx'
import { whoHas } from './who.ts'

interface Props {
  box: EntryBox
  input: RefObject<HTMLInputElement | null>
  event: RaceEvent
  people: Rows<Participant> | undefined
  sourceId: number
  entries: readonly Entry[]
  saves: number
  onSave: () => void
}

/** Where bibs are typed. It has the focus whenever nothing else was asked for it, and every key works from here. */
export function BibBox({ box, input, event, people, sourceId, entries, saves, onSave }: Props) {
  const pad = useHasPad()
  const [letters, setLetters] = useState(false)
  const said = useJudgement(event.id, box.target?.sourceId || sourceId, box.bib, box.target?.at ?? null, saves)
  const who = whoHas(people, box.bib)
  const verdict = verdictOf(said, who, box.bib, entries.filter((e) => e.id !== box.target?.id), event.timezone)
  const id = useId()
  useKeptFocus(input, onSave)
  // A phone looks at what keyboard a field wants when it gets the focus.
  const askLetters = (on: boolean) => {
    setLetters(on)
    input.current?.blur()
    setTimeout(box.focus, 0)
  }
  const key = (e: KeyboardEvent<HTMLInputElement>) => keys(e, box, onSave)
  return (
    <section className={css.entry} aria-label="Bib and time">
      <label className={css.asks} htmlFor={`${id}-bib`}>
        {box.target ? `${box.target.bib === '' ? 'Bib for' : 'Change'} ${clockMs(box.target.at, event.timezone)}` : 'Bib'}
      </label>
      <div className={css.boxes} data-state={box.bib === '' ? undefined : verdict.state} data-target={box.target ? '' : undefined}>
        <input
          id={`${id}-bib`}
          ref={input}
          name="bib"
          className={css.bibInput}
          value={box.bib}
          inputMode={pad && !letters ? 'none' : 'text'}
          enterKeyHint="done"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={`${id}-who`}
          onChange={(e) => box.setBib(e.target.value)}
          onKeyDown={key}
        />
        <div className={css.timeField}>
          <label htmlFor={`${id}-time`}>Time</label>
          <input id={`${id}-time`} value={box.time} placeholder="now" autoComplete="off" inputMode="text" enterKeyHint="done" onChange={(e) => box.setTime(e.target.value)} onKeyDown={key} />
        </div>
      </div>
      <div className={css.who} id={`${id}-who`} aria-live="polite">
        {box.trouble ? <p className={css.trouble}>{box.trouble}</p> : null}
        {box.bib === '' ? <p className={css.quiet}>{box.trouble ? '' : box.target ? 'Esc leaves it as it is.' : 'Enter stamps the time now.'}</p> : <Person who={who} said={said} event={event} />}
        {box.bib === '' ? null : (
          <>
            <VerdictBadge verdict={verdict} />
            <Reasons reasons={verdict.reasons} />
          </>
        )}
      </div>
      {pad ? <Pad box={box} letters={letters} onLetters={askLetters} /> : <Keys box={box} />}
    </section>
  )
}

function keys(e: KeyboardEvent<HTMLInputElement>, box: EntryBox, onSave: () => void): void {
  const inBib = e.currentTarget.name === 'bib'
  const run = (fn: () => void) => {
    e.preventDefault()
    fn()
  }
  if (e.nativeEvent.isComposing) return
  if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) run(onSave)
  else if (e.key === 'Enter' && !e.repeat) run(box.enter)
  else if (e.key === ' ' && inBib) run(() => e.repeat || box.stamp())
  else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') run(() => box.step(e.key === 'ArrowDown' ? 1 : -1))
  else if (e.key === 'Delete' && box.target && inBib) run(() => box.remove(box.target!))
  else if (e.key === 'Escape') run(() => (box.target || box.bib !== '' || box.time !== '' ? box.choose(undefined) : e.currentTarget.blur()))
}

/**
 * The box takes the focus back from nothing: when the screen opens, after a click beside it, when the window comes back, or when a bib
 * is typed elsewhere. Saving works wherever the focus is.
 */
function useKeptFocus(input: RefObject<HTMLInputElement | null>, onSave: () => void): void {
  const save = useRef(onSave)
  useEffect(() => {
    save.current = onSave
  })
  useEffect(() => {
    const focus = () => input.current?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(focus)
    const idle = () => document.activeElement === document.body || document.activeElement === null
    const back = () => setTimeout(() => idle() && focus(), 0)
    const atMain = (e: FocusEvent) => e.target instanceof HTMLElement && e.target.id === 'main' && focus()
    const typed = (e: globalThis.KeyboardEvent) => {
      if (e.key === 'Enter' && (e.ctrlKey || e.metaKey) && !e.defaultPrevented) return save.current()
      const at = document.activeElement
      const field = at instanceof HTMLElement && (at.matches('input,textarea,select,[contenteditable]') || at.closest('[role=dialog],[role=menu]') !== null)
      if (!field && /^[0-9]$/.test(e.key) && !e.ctrlKey && !e.metaKey && !e.altKey) input.current?.focus()
    }
    addEventListener('focus', back)
    addEventListener('focusin', atMain)
    addEventListener('pointerup', back)
    addEventListener('keydown', typed)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('focus', back)
      removeEventListener('focusin', atMain)
      removeEventListener('pointerup', back)
      removeEventListener('keydown', typed)
    }
  }, [input])
}

function Keys({ box }: { box: EntryBox }) {
  const list: [string, string][] = [
    ['Enter', box.target ? 'keep it' : 'stamp now'],
    ['Space', 'time alone, bib later'],
    ['Tab', 'type a time'],
    ['↑ ↓', 'change one'],
    ['Del', 'remove it'],
    ['Esc', 'back to now'],
  ]
  return (
    <div className={css.help}>
      <div className={css.stamps}>
        <Button look="primary" onPress={box.enter}>
          {box.target ? 'Keep' : 'Stamp now'}
        </Button>
        <Button onPress={box.stamp}>Time only</Button>
      </div>
      <dl>
        {list.map(([k, words]) => (
          <div key={k}>
            <dt>
              <Kbd keys={k} />
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
