import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { useOpener } from './useOpener.ts'

const load = () => import('./MenuBox.tsx')
const MenuBox = lazy(load)

/** One line of a menu. With `href` it is a link; `why` says why it is disabled. */
export interface Item {
  id: string
  label: string
  detail?: string
  icon?: ReactNode
  color?: string
  href?: string
  download?: boolean
  why?: string
  /** Only there while alt is held (UI-3). */
  alt?: boolean
  run?: () => void
}

export interface Section { title: string; items: Item[] }

interface Props {
  label: string
  /** The React Aria button that opens it. */
  trigger: ReactElement
  sections: Section[]
  empty?: string
}

/** A list of things to do, below a button. */
export function Menu({ trigger, ...rest }: Props) {
  const { button, ref, isOpen, setOpen } = useOpener(trigger, 'menu', load)
  return (
    <>
      {button}
      <Suspense>{isOpen ? <MenuBox {...rest} triggerRef={ref} onOpenChange={setOpen} /> : null}</Suspense>
    </>
  )
}
