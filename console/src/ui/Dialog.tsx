import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from './Button.tsx'
import css from './Dialog.module.css'

interface Props {
  title: string
  isOpen: boolean
  onClose: () => void
  /** The row of buttons at the foot; the last one is the default, and Enter in a field presses it (UI-6). */
  buttons?: ReactNode
  /** Escape and a click on the backdrop close it, unless work in it would be lost (UI-5, UI-6). */
  dismissable?: boolean
  width?: number
  alert?: boolean
  children: ReactNode
}

/** A window over the screen. One at a time; the topmost closes with Escape. */
export function Dialog({ title, isOpen, onClose, buttons, dismissable = true, width = 460, alert = false, children }: Props) {
  const foot = useRef<HTMLElement>(null)
  const key = (e: KeyboardEvent<HTMLElement>) => {
    const at = e.target as HTMLElement
    if (e.key !== 'Enter' || e.defaultPrevented || at.closest('button, a, textarea, [role="option"]')) return
    const usual = [...(foot.current?.querySelectorAll('button') ?? [])].at(-1)
    if (!usual) return
    e.preventDefault()
    usual.click()
  }
  return (
    <ModalOverlay className={css.overlay!} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable={dismissable} isKeyboardDismissDisabled={!dismissable}>
      <Modal className={css.modal!} style={{ width: `min(${width}px, calc(100vw - 32px))` }}>
        <AriaDialog className={css.dialog!} role={alert ? 'alertdialog' : 'dialog'}>
          <div className={css.keys} onKeyDown={key} role="presentation">
          <header className={css.head}>
            <Heading slot="title" className={css.title}>
              {title}
            </Heading>
            {dismissable ? (
              <IconButton label="Close" keys="Esc" onPress={onClose}>
                <X aria-hidden />
              </IconButton>
            ) : null}
          </header>
          <div className={css.body}>{children}</div>
          {buttons ? <footer className={css.foot} ref={foot}>{buttons}</footer> : null}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
