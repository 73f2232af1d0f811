import { type RefObject, useLayoutEffect, useState } from 'react'
import { newId } from '../../lib/id.ts'
import { clockMs, serverNow } from '../../lib/time.ts'
import { dropEntries, type Entry, putEntries } from './entries.ts'
import { typedTime } from './wall.ts'

/** What the box for bibs does. Its keys and the pad of a phone call the same things. */
export interface EntryBox {
  bib: string
  time: string
  /** The entry that is changed; undefined when Enter makes a new one. */
  target: Entry | undefined
  /** Why Enter did nothing. */
  trouble: string
  setBib: (bib: string) => void
  setTime: (time: string) => void
  type: (key: string) => void
  enter: () => void
  stamp: () => void
  step: (by: 1 | -1) => void
  choose: (entry: Entry | undefined) => void
  remove: (entry: Entry) => void
  focus: () => void
}

interface Where {
  raceEventId: number
  sourceId: number
  zone: string
  /** Of this event, the newest first. */
  entries: readonly Entry[]
  onRemove: (entry: Entry) => void
  /** The box itself. */
  input: RefObject<HTMLInputElement | null>
}

/** An entry that went and was not answered cannot be changed: the server may have it as it was. */
export const changeable = (e: Entry): boolean => e.state !== 'sent'

/**
 * The box for bibs. Enter stamps the present time, or takes the one that was typed. A stamp without a bib (Space) is kept at once and
 * asks for its bib next, the oldest first; arrows choose any entry that was not sent to change it.
 */
export function useEntry({ raceEventId, sourceId, zone, entries, onRemove, input }: Where): EntryBox {
  const [bib, setBibText] = useState('')
  const [time, setTimeText] = useState('')
  const [targetId, setTarget] = useState('')
  const [trouble, setTrouble] = useState('')
  const [picks, setPicks] = useState(0)
  const target = entries.find((e) => e.id === targetId && changeable(e))
  const focus = () => input.current?.focus({ preventScroll: true })

  const choose = (e: Entry | undefined) => {
    setTarget(e?.id ?? '')
    setBibText(e?.bib ?? '')
    setTimeText(e && e.bib !== '' ? clockMs(e.at, zone) : '')
    setTrouble('')
    if (e) setPicks(picks + 1)
    focus()
  }
  // What is changed is typed over. Before the next key is heard: a frame later it would swallow a digit.
  useLayoutEffect(() => {
    if (picks > 0) input.current?.select()
  }, [picks, input])

  const enter = () => {
    const wanted = bib.trim()
    const near = target?.at ?? serverNow()
    const at = time.trim() === '' ? near : typedTime(time, zone, near, !target)
    if (at === null) return setTrouble(`${time.trim()} is no time of day; write it like 13:04:22 or 130422.`)
    if (wanted === '' && !target) return setTrouble('Type a bib first, or press Space to keep the time alone.')
    if (wanted.length > 100) return setTrouble('A bib has at most 100 characters.')
    if (target) putEntries([changed(target, wanted, at)])
    else putEntries([{ id: newId(), raceEventId, sourceId, at, bib: wanted, state: 'draft' }])
    choose(target && target.bib === '' ? nextOpen(entries, target) : undefined)
  }

  const stamp = () => {
    const made: Entry = { id: newId(), raceEventId, sourceId, at: serverNow(), bib: '', state: 'draft' }
    putEntries([made])
    setTrouble('')
    if (!target && bib === '') setTarget(openOnes(entries)[0]?.id ?? made.id)
    else if (!target) setTarget(made.id)
    focus()
  }

  const step = (by: 1 | -1) => {
    const open = entries.filter(changeable)
    const at = target ? open.indexOf(target) : -1
    const next = at < 0 ? (by < 0 ? -1 : 0) : at + by
    choose(open[Math.min(next, open.length - 1)])
  }

  const remove = (e: Entry) => {
    dropEntries([e.id])
    onRemove(e)
    if (e.id === targetId) choose(undefined)
    else focus()
  }

  const setBib = (text: string) => {
    setBibText(text.replace(/\s/g, ''))
    setTrouble('')
  }
  const setTime = (text: string) => {
    setTimeText(text)
    setTrouble('')
  }
  const type = (key: string) => setBib(key === '⌫' ? bib.slice(0, -1) : bib + key)

  return { bib, time, target, trouble, setBib, setTime, type, enter, stamp, step, choose, remove, focus }
}

function changed(e: Entry, bib: string, at: number): Entry {
  return { ...e, bib, at, problem: undefined }
}

/** Stamps that wait for their bib, the oldest first. */
function openOnes(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((e) => e.bib === '' && changeable(e)).toReversed()
}

function nextOpen(entries: readonly Entry[], after: Entry): Entry | undefined {
  const open = openOnes(entries).filter((e) => e.id !== after.id)
  return open.find((e) => e.at >= after.at) ?? open[0]
}
