import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover, type Selection } from 'react-aria-components'
import css from './CheckMenu.module.css'
import { VIEWPORT_MARGIN } from './Popover.tsx'

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
  const change = (keys: Selection) => onChange(items.map((i) => i.id).filter((id) => keys === 'all' || keys.has(id)))
  return (
    <MenuTrigger>
      <Button className={`${css.button} ${summary ? css.pill : ''}`} data-lit={lit || undefined}>
        {icon}
        <span>{lit ? `${label}: ${chosen.length > 2 ? `${chosen.length} chosen` : chosen.join(', ')}` : label}</span>
        <ChevronDown aria-hidden />
      </Button>
      <Popover className={css.popover!} containerPadding={VIEWPORT_MARGIN} offset={6} placement="bottom start">
        <Menu className={css.menu!} aria-label={label} selectionMode="multiple" selectedKeys={selected} onSelectionChange={change} shouldFocusWrap>
          {items.map((item) => (
            <MenuItem key={item.id} id={item.id} className={css.item!} textValue={item.label}>
              {({ isSelected }) => (
                <>
                  <span className={css.tick}>{isSelected ? <Check aria-hidden /> : null}</span>
                  <span className={css.label}>{item.label}</span>
                  {item.detail === undefined ? null : <span className={css.detail}>{item.detail}</span>}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
