import { CheckCircle2, X, XCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import css from './ProgressToast.module.css'

/** Long work under way: its name, how far, and whether it failed (`p` null). Screen readers hear it politely (LIVE-12). */
export function ProgressToast({ tag, p }: { tag: string; p: number | null }) {
  const done = p !== null && p >= 100
  const word = p === null ? 'Stopped' : done ? 'Done' : `${Math.floor(p)}%`
  return (
    <div className={css.toast}>
      <ProgressBar label={tag} word={word} p={p} />
    </div>
  )
}

interface WordProps {
  /** It was refused: the words say why, and stay until they are put away. */
  failed?: boolean
  /** A way back, and whether it is under way. */
  action?: { label: string; busy: boolean; run: () => void } | undefined
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

/** Something that was done, in a line, with the way back when there is one. */
export function WordToast({ failed = false, action, onDismiss, children }: WordProps) {
  const Icon = failed ? XCircle : CheckCircle2
  return (
    <div className={`${css.toast} ${css.words}`} data-failed={failed || undefined}>
      <Icon aria-hidden />
      <span>{children}</span>
      {action ? (
        <Button look="quiet" busy={action.busy} onPress={action.run} aria-keyshortcuts="Control+Z">
          {action.label}
        </Button>
      ) : null}
      {failed && onDismiss ? (
        <IconButton label="Close" onPress={onDismiss}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </div>
  )
}
