import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { openLayer } from './unsaved.ts'

interface Props {
  /** There is work here that is not saved. */
  dirty: boolean
  /** Whether this part of the screen, with its work, is still there at another address. */
  survives: (path: string) => boolean
}

/** Watches over unsaved work in a part of the screen: leaving it, Back and closing the page ask 'Discard your changes?' first. A window has useGuard. */
export function ScreenGuard({ dirty, survives }: Props) {
  const [question, setQuestion] = useState<((discard: boolean) => void) | null>(null)
  const latest = useRef({ dirty, survives })
  useEffect(() => {
    latest.current = { dirty, survives }
  })
  useEffect(() => {
    const ask = () => new Promise<boolean>((resolve) => setQuestion(() => resolve)).finally(() => setQuestion(null))
    return openLayer({ dirty: () => latest.current.dirty, survives: (path) => latest.current.survives(path), back: () => {}, ask })
  }, [])
  return (
    <ConfirmDialog
      title="Discard your changes?"
      text="What you changed here is not saved yet."
      action="Discard changes"
      keep="Keep editing"
      isOpen={question !== null}
      onConfirm={() => question?.(true)}
      onClose={() => question?.(false)}
    />
  )
}
