import { CheckCircle2 } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './ProgressToast.module.css'

/** Long work under way: its name, how far, and whether it failed (`p` null). Screen readers hear it politely (LIVE-12). */
export function ProgressToast({ tag, p }: { tag: string; p: number | null }) {
  const done = p !== null && p >= 100
  const word = p === null ? 'Stopped' : done ? 'Done' : `${Math.floor(p)}%`
  return (
    <div className={css.toast}>
      <div className={css.line}>
        <span>{tag}</span>
        <span className={p === null ? css.failed : css.word}>{word}</span>
      </div>
      <progress className={css.bar} max={100} value={p ?? 0} aria-label={tag} />
    </div>
  )
}

/** Something that was done, in a line. */
export function WordToast({ children }: { children: ReactNode }) {
  return (
    <div className={`${css.toast} ${css.words}`}>
      <CheckCircle2 aria-hidden />
      <span>{children}</span>
    </div>
  )
}
