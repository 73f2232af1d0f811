import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button } from 'react-aria-components'
import css from './CheckMenu.module.css'
import { useOpener } from './useOpener.ts'

const load = () => import('./CheckMenuBox.tsx')
const CheckMenuBox = lazy(load)

export interface CheckItem {
  id: string
  label: string
  detail?: ReactNode
}

interface Props {
  /** The word on the button. */
  label: string
  items: readonly CheckItem[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  /** Says on the button what is chosen; a menu of columns does not. */
  summary?: boolean
  icon?: ReactNode
}

/** A button that opens a list of things to tick. It is lit while something is ticked, and says what. */
export function CheckMenu({ label, items, selected, onChange, summary = true, icon }: Props) {
  const chosen = items.filter((i) => selected.includes(i.id)).map((i) => i.label)
  const lit = summary && chosen.length > 0
  const { button, ref, isOpen, setOpen } = useOpener(
    <Button className={`${css.button} ${summary ? css.pill : ''}`} data-lit={lit || undefined}>
      {icon}
      <span>{lit ? `${label}: ${chosen.length > 2 ? `${chosen.length} chosen` : chosen.join(', ')}` : label}</span>
      <ChevronDown aria-hidden />
    </Button>,
    'menu',
    load,
  )
  return (
    <>
      {button}
      <Suspense>{isOpen ? <CheckMenuBox label={label} items={items} selected={selected} onChange={onChange} triggerRef={ref} onOpenChange={setOpen} /> : null}</Suspense>
    </>
  )
}
