import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { Guards } from './guards.ts'
import { ModalContext, useModal } from './ModalStack.tsx'
import css from './NavigationStack.module.css'

/** One view of a stack. `name` is for tests and styles; the element keeps its state while others lie on it. */
export interface StackView {
  name: string
  element: ReactNode
  /** The modal is as wide as it can be while this view is seen. */
  wide?: boolean
}

interface Navigation {
  /** Lays a view on top of what is seen. */
  push: (view: StackView) => void
  /** Goes one view back; asks 'Discard your changes?' first when the view holds unsaved work. Never removes the last view (UI-7). */
  pop: () => void
  /** Goes one view back without asking: its work is saved or was deleted. */
  done: () => void
  /** How many views there are. */
  depth: number
}

const NavigationContext = createContext<Navigation | null>(null)

/** The navigation stack around this component. */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('this belongs in a NavigationStack')
  return navigation
}

interface Layer extends StackView { key: number; guards: Guards; cameFrom: Element | null }

/** Views on each other inside a Modal, each a `View` with its own heading and buttons. Escape and Back go one view back. */
export function NavigationStack({ root }: { root: ReactNode }) {
  const modal = useModal()
  const [views, setViews] = useState<Layer[]>([])
  const top = views.at(-1)
  const place = useRef<HTMLDivElement>(null)
  const next = useRef(0)

  const done = () => setViews((v) => v.slice(0, -1))
  const pop = () => {
    if (!top) return
    void modal.ask(top.guards).then((gone) => gone && setViews((v) => (v.at(-1) === top ? v.slice(0, -1) : v)))
  }
  const push = (view: StackView) => {
    const key = ++next.current
    setViews((v) => [...v, { ...view, key, guards: new Guards(modal.guards), cameFrom: document.activeElement }])
  }

  const { takeBack } = modal
  useEffect(() => (top ? takeBack(pop) : undefined))
  useFocus(place, views)

  const key = (e: KeyboardEvent) => {
    if (e.key !== 'Escape' || !top || e.defaultPrevented || !e.currentTarget.contains(e.target as Node)) return
    e.stopPropagation()
    pop()
  }
  const all = [{ name: 'root', element: root, wide: false, key: 0, guards: modal.guards }, ...views]
  return (
    <NavigationContext value={{ push, pop, done, depth: all.length }}>
      <div className={css.stack} onKeyDown={key} role="presentation" ref={place}>
        {all.map((view, i) => {
          const seen = i === all.length - 1
          return (
            <div key={view.key} className={css.view} data-view={view.name} data-wide={(seen && view.wide) || undefined} hidden={!seen}>
              <Layered guards={view.guards} seen={seen} back={i > 0 ? pop : undefined}>
                {view.element}
              </Layered>
            </div>
          )
        })}
      </div>
    </NavigationContext>
  )
}

function Layered({ guards, seen, back, children }: { guards: Guards; seen: boolean; back: (() => void) | undefined; children: ReactNode }) {
  const modal = useModal()
  return <ModalContext value={{ ...modal, guards, heading: seen ? modal.heading : undefined, back }}>{children}</ModalContext>
}

// A view that comes takes the focus, unless something in it already did; one that goes gives it back to where it came from.
function useFocus(place: { current: HTMLDivElement | null }, views: Layer[]): void {
  const before = useRef(views)
  useEffect(() => {
    const was = before.current
    before.current = views
    if (views.length === was.length) return
    const view = place.current?.lastElementChild
    if (!view || view.contains(document.activeElement)) return
    const origin = views.length < was.length ? was.at(-1)?.cameFrom : null
    if (origin instanceof HTMLElement && view.contains(origin)) origin.focus()
    else view.querySelector<HTMLElement>('h2')?.focus()
  }, [place, views])
}
