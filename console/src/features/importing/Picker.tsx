import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, type Look } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Suggest, type SuggestionGroup } from '../../ui/Suggest.tsx'
import css from './importing.module.css'

interface Props {
  /** What is picked, for screen readers: "Field of Sex". */
  label: string
  placeholder: string
  /** What is picked now, on the button. */
  children: ReactNode
  look?: Look
  icon?: ReactNode
  /** What can be picked, for what is typed. */
  groups: (typed: string) => SuggestionGroup[]
}

/** A button that opens a list to type into: the best of it is picked with Enter. */
export function Picker({ label, placeholder, children, look = 'plain', icon, groups }: Props) {
  return (
    <Popover
      label={label}
      plain
      direction="bottom start"
      trigger={
        <Button look={look} icon={icon} after={<ChevronDown aria-hidden />} aria-label={typeof children === 'string' ? `${label}: ${children}` : label}>
          {children}
        </Button>
      }
    >
      {(close) => <List label={label} placeholder={placeholder} groups={groups} onDone={close} />}
    </Popover>
  )
}

function List({ label, placeholder, groups, onDone }: Pick<Props, 'label' | 'placeholder' | 'groups'> & { onDone: () => void }) {
  const [typed, setTyped] = useState('')
  return (
    <div className={css.picker}>
      <Suggest label={label} placeholder={placeholder} text={typed} onText={setTyped} groups={groups(typed.trim())} empty="No Results" open="always" autoFocus onDone={onDone} />
    </div>
  )
}
