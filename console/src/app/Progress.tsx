import { useEffect, useState } from 'react'
import { socket } from '../live/connection.ts'
import { act, dismiss, hold, lastUndoable, useToasts } from '../lib/toast.ts'
import { ProgressToast, WordToast } from '../ui/ProgressToast.tsx'
import css from './Progress.module.css'

const LINGER_MS = 3_000 // LIVE-12

/** Long work of the server, told by progress messages, each gone 3 s after it ended; and short words about what was done here. */
export function Progress() {
  const [works, setWorks] = useState<ReadonlyMap<string, number | null>>(new Map())
  const toasts = useToasts()

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const forget = (tag: string) => setWorks((w) => new Map([...w].filter(([t]) => t !== tag)))
    const stop = socket.listen({
      message: (_channel, m) => {
        const tag = m.tag
        if (m.msgType !== 'progress' || !tag) return
        const p = m.p ?? null
        setWorks((w) => new Map(w).set(tag, p))
        clearTimeout(timers.get(tag))
        if (p === null || p >= 100) timers.set(tag, setTimeout(() => forget(tag), LINGER_MS))
      },
      reconnected: () => setWorks(new Map()),
    })
    return () => {
      stop()
      for (const t of timers.values()) clearTimeout(t)
    }
  }, [])

  useEffect(() => {
    addEventListener('keydown', undoKey)
    return () => removeEventListener('keydown', undoKey)
  }, [])

  // The place where words are said is always there: a screen reader listens to it from the start.
  // Nothing that can be taken back goes away under the pointer or the focus.
  return (
    // The handlers only watch whether somebody is at the toasts.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div className={css.stack} role="status" onPointerEnter={() => hold(true)} onPointerLeave={() => hold(false)} onFocus={() => hold(true)} onBlur={() => hold(false)}>
      {[...works].map(([tag, p]) => (
        <ProgressToast key={tag} tag={tag} p={p} />
      ))}
      {toasts.map((t) => (
        <WordToast
          key={t.id}
          failed={t.state === 'failed'}
          action={t.action && { label: t.action.label, busy: t.state === 'busy', run: () => void act(t.id) }}
          onDismiss={() => dismiss(t.id)}
        >
          {t.words}
        </WordToast>
      ))}
    </div>
  )
}

/** Ctrl/⌘ Z takes back what was just done, as the toast offers; in a field it stays what it is there. */
function undoKey(e: KeyboardEvent): void {
  if (!(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey || e.key.toLowerCase() !== 'z' || e.defaultPrevented) return
  if (e.target instanceof Element && e.target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]')) return
  const said = lastUndoable()
  if (!said) return
  e.preventDefault()
  void act(said.id)
}
