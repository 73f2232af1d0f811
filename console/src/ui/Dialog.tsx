import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from './Button.tsx'
import { Frame, Window, type WindowSize } from './Window.tsx'
import css from './Dialog.module.css'

interface Props {
  title: string
  isOpen: boolean
  onClose: () => void
  /** The row of buttons at the foot; the last one is the default, and Enter in a field presses it (UI-6). */
  buttons?: ReactNode
  /** Escape and a click on the backdrop close it, unless work in it would be lost (UI-5, UI-6). */
  dismissable?: boolean
  size?: WindowSize
  alert?: boolean
  children: ReactNode
}

/** A small window over the screen, for one question or one form. Editors, which hold unsaved work, are a Modal. */
export function Dialog({ title, isOpen, onClose, buttons, dismissable = true, size = 's', alert = false, children }: Props) {
  const heading = useId()
  return (
    <Window labelledBy={heading} alert={alert} isOpen={isOpen} size={size} dismissable={dismissable} onDismiss={onClose}>
      <Frame
        foot={buttons}
        head={
          <>
            <h2 className={css.title} id={heading}>
              {title}
            </h2>
            {dismissable ? (
              <IconButton label="Close" keys="Esc" onPress={onClose} data-closes>
                <X aria-hidden />
              </IconButton>
            ) : null}
          </>
        }
      >
        {children}
      </Frame>
    </Window>
  )
}
