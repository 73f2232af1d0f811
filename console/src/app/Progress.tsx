import { useEffect, useState } from 'react'
import { socket } from '../live/connection.ts'
import { ProgressToast } from '../ui/ProgressToast.tsx'
import css from './Progress.module.css'

const LINGER_MS = 3_000 // LIVE-12

/** Long work of the server, told by progress messages; each goes 3 s after it ended. */
export function Progress() {
  const [works, setWorks] = useState<ReadonlyMap<string, number | null>>(new Map())

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

  if (works.size === 0) return null
  return (
    <div className={css.stack}>
      {[...works].map(([tag, p]) => (
        <ProgressToast key={tag} tag={tag} p={p} />
      ))}
    </div>
  )
}
