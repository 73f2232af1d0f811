import { ArrowLeft, X } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Guards } from './guards.ts'
import css from './ModalStack.module.css'
import { Skeleton } from './Skeleton.tsx'
import { openLayer } from './unsaved.ts'
import { Frame, Window, type WindowSize } from './Window.tsx'

/** What the parts of a modal know about it. */
interface Place {
  guards: Guards
  /** The id of the heading that names the window; only the view in sight has it. */
  heading: string | undefined
  /** Closes the modal, asking first when something in it is unsaved. */
  close: () => void
  /** Asks whether what `guards` watches may go; at once when nothing is unsaved. */
  ask: (guards: Guards) => Promise<boolean>
  dismissable: boolean
  /** Set by a navigation stack: one view back. */
  back?: () => void
  /** A navigation stack takes the browser's Back for itself. Answers how to give it up. */
  takeBack: (back: () => void) => () => void
}

export const ModalContext = createContext<Place | null>(null)

/** The modal around this component. */
export function useModal(): Place {
  const place = use(ModalContext)
  if (!place) throw new Error('this belongs in a Modal')
  return place
}

/**
 * Says that there is work here that is not saved. While it is, closing the modal, popping the view, Back and closing the page
 * ask 'Discard your changes?' first.
 */
export function useGuard(dirty: boolean): void {
  const guards = use(ModalContext)?.guards
  useEffect(() => (dirty && guards ? guards.add() : undefined), [dirty, guards])
}

interface Props {
  /** The heading. Left out when the content brings its own: a NavigationStack. */
  title?: string
  /** Buttons in the head, the default one last (UI-5). With them goes a Cancel; without, there is a cross to close it. */
  controls?: ReactNode
  /** The row of buttons at the foot, the default one last; a window that has one needs no controls in its head. */
  foot?: ReactNode
  /** Called once closing is settled: the caller takes the modal away. */
  onClose: () => void
  /** Escape and a click on the backdrop close it (UI-5, UI-6). */
  isDismissable?: boolean
  size?: WindowSize
  /** Nothing to show yet. */
  isLoading?: boolean
  /** No air around the body: what is in it has its own. */
  flush?: boolean
  children: ReactNode
}

/** A window that holds work: it never goes away with something unsaved in it without asking. Modals may stand on each other. */
export function Modal({ title, controls, foot, onClose, isDismissable = true, size = 'l', isLoading = false, flush = false, children }: Props) {
  const heading = useId()
  const [guards] = useState(() => new Guards())
  const [question, setQuestion] = useState<((discard: boolean) => void) | null>(null)
  const taken = useRef<(() => void) | null>(null)

  const ask = (watched: Guards) =>
    watched.dirty() ? new Promise<boolean>((resolve) => setQuestion(() => resolve)).finally(() => setQuestion(null)) : Promise.resolve(true)
  const close = () => void ask(guards).then((gone) => gone && onClose())
  const takeBack = (back: () => void) => {
    taken.current = back
    return () => {
      taken.current = null
    }
  }

  // Its place among the open windows is kept while what it does changes with every drawing.
  const latest = useRef({ ask, close })
  useEffect(() => {
    latest.current = { ask, close }
  })
  useEffect(
    () => openLayer({ dirty: () => guards.dirty(), ask: () => latest.current.ask(guards), back: () => (taken.current ?? latest.current.close)() }),
    [guards],
  )

  return (
    <Window labelledBy={heading} size={size} dismissable={isDismissable} onDismiss={close}>
      <ModalContext value={{ guards, heading, close, ask, dismissable: isDismissable, takeBack }}>
        {title === undefined ? (
          children
        ) : (
          <View title={title} controls={controls} foot={foot} isLoading={isLoading} flush={flush}>
            {children}
          </View>
        )}
      </ModalContext>
      <ConfirmDialog
        title="Discard your changes?"
        text="What you changed here is not saved yet."
        action="Discard changes"
        keep="Keep editing"
        isOpen={question !== null}
        onConfirm={() => question?.(true)}
        onClose={() => question?.(false)}
      />
    </Window>
  )
}

interface ViewProps {
  title: string
  /** Buttons in the head, the default one last: Enter in a field presses it (UI-6). */
  controls?: ReactNode
  foot?: ReactNode
  /** Nothing to show yet. */
  isLoading?: boolean
  /** No air around the body: what is in it has its own. */
  flush?: boolean
  children: ReactNode
}

/** What a modal shows: its heading with the way back or out, its buttons, and the work. */
export function View({ title, controls, foot, isLoading = false, flush = false, children }: ViewProps) {
  const { heading, close, back, dismissable } = useModal()
  return (
    <Frame
      flush={flush}
      foot={foot}
      head={
        <>
          {back ? (
            <IconButton label="Back" keys="Esc" onPress={back} data-closes>
              <ArrowLeft aria-hidden />
            </IconButton>
          ) : null}
          <h2 className={css.title} id={heading} tabIndex={-1}>
            {title}
          </h2>
          {controls ? <div className={css.controls}>{controls}</div> : null}
          {dismissable && !back && !controls ? (
            <IconButton label="Close" keys="Esc" onPress={close} data-closes>
              <X aria-hidden />
            </IconButton>
          ) : null}
        </>
      }
    >
      {isLoading ? <Skeleton label="Loading..." /> : children}
    </Frame>
  )
}
