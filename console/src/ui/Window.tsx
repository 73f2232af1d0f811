import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import css from './Window.module.css'

/** How wide a window is: a question, a list to search, an editor, an editor with a map. On a phone editors are the screen. */
export type WindowSize = 's' | 'm' | 'l' | 'xl'

interface Props {
  /** Its name, for screen readers; or the id of the heading that says it. */
  label?: string
  labelledBy?: string
  alert?: boolean
  isOpen?: boolean
  size?: WindowSize
  /** Escape and a click on the backdrop close it (UI-5, UI-6). */
  dismissable?: boolean
  onDismiss: () => void
  children: ReactNode
}

/** What every window over the screen is made of: backdrop, frame, focus kept inside and given back. The topmost closes first. */
export function Window({ label, labelledBy, alert = false, isOpen = true, size = 's', dismissable = true, onDismiss, children }: Props) {
  const box = useRef<HTMLElement>(null)
  useKeysOfNobody(box, isOpen, dismissable ? onDismiss : undefined)
  return (
    <ModalOverlay className={css.overlay!} data-size={size} isOpen={isOpen} onOpenChange={(open) => !open && onDismiss()} isDismissable={dismissable} isKeyboardDismissDisabled={!dismissable}>
      <Modal className={css.modal!} data-size={size}>
        <Dialog ref={box} className={css.dialog!} role={alert ? 'alertdialog' : 'dialog'} aria-label={label} aria-labelledby={labelledBy}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

// What had the focus may go while it has it: a button that a question was asked from, a field of a list. The page itself has the keys then,
// and the topmost window takes them: Escape closes it, and any other key is followed by one that finds the window again.
function useKeysOfNobody(box: RefObject<HTMLElement | null>, isOpen: boolean, onDismiss: (() => void) | undefined): void {
  const latest = useRef(onDismiss)
  useEffect(() => {
    latest.current = onDismiss
  })
  useEffect(() => {
    if (!isOpen) return
    const down = (e: globalThis.KeyboardEvent) => {
      const top = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
      if (e.defaultPrevented || document.activeElement !== document.body || top !== box.current) return
      if (e.key === 'Escape') latest.current?.()
      else box.current?.focus()
    }
    document.addEventListener('keydown', down)
    return () => document.removeEventListener('keydown', down)
  }, [box, isOpen])
}

interface FrameProps {
  head: ReactNode
  /** The row of buttons at the foot. */
  foot?: ReactNode
  /** No air around the body: what is in it has its own. */
  flush?: boolean
  children: ReactNode
}

// Where Enter has a meaning of its own, it keeps it.
const OWN_ENTER = 'button, a, textarea, select, [role="option"], [role="tab"], [role="combobox"][aria-expanded="true"]'

/** Head, body and foot of a window. Enter in a field presses the default button: the last of the foot, else of the head (UI-6). */
export function Frame({ head, foot, flush = false, children }: FrameProps) {
  const top = useRef<HTMLElement>(null)
  const bottom = useRef<HTMLElement>(null)
  const key = (e: KeyboardEvent<HTMLElement>) => {
    const at = e.target as HTMLElement
    // What is drawn elsewhere on the page, a menu or a question, tells its keys here too.
    if (e.key !== 'Enter' || e.defaultPrevented || !e.currentTarget.contains(at) || at.closest(OWN_ENTER)) return
    const usual = (bottom.current ?? top.current)?.querySelectorAll<HTMLButtonElement>('button:not([data-closes])')
    const last = usual && [...usual].at(-1)
    if (!last || last.disabled) return
    e.preventDefault()
    last.click()
  }
  return (
    <div className={css.frame} onKeyDown={key} role="presentation">
      <header className={css.head} ref={top}>
        {head}
      </header>
      <div className={flush ? css.flush : css.body}>{children}</div>
      {foot ? (
        <footer className={css.foot} ref={bottom}>
          {foot}
        </footer>
      ) : null}
    </div>
  )
}
