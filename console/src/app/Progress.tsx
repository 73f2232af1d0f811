import { useEffect, useState } from 'react'
import { socket } from '../live/connection.ts'
import { useToasts } from '../lib/toast.ts'
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

  // The place where words are said is always there: a screen reader listens to it from the start.
  return (
    <div className={css.stack} role="status">
      {[...works].map(([tag, p]) => (
        <ProgressToast key={tag} tag={tag} p={p} />
      ))}
      {toasts.map((t) => (
        <WordToast key={t.id}>{t.words}</WordToast>
      ))}
    </div>
  )
}
