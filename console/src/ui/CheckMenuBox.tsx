import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { Menu, MenuItem, Popover, type Selection } from 'react-aria-components'
import type { CheckItem } from './CheckMenu.tsx'
import css from './CheckMenu.module.css'
import { VIEWPORT_MARGIN } from './Popover.tsx'

interface Props {
  label: string
  items: readonly CheckItem[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  triggerRef: RefObject<HTMLElement | null>
  onOpenChange: (open: boolean) => void
}

/** The list of a CheckMenu, open for as long as it is there; ticking does not close it. */
export default function CheckMenuBox({ label, items, selected, onChange, triggerRef, onOpenChange }: Props) {
  const change = (keys: Selection) => onChange(items.map((i) => i.id).filter((id) => keys === 'all' || keys.has(id)))
  return (
    <Popover className={css.popover!} aria-label={label} triggerRef={triggerRef} isOpen onOpenChange={onOpenChange} containerPadding={VIEWPORT_MARGIN} offset={6} placement="bottom start">
      <Menu className={css.menu!} aria-label={label} selectionMode="multiple" selectedKeys={selected} onSelectionChange={change} autoFocus="first" shouldFocusWrap>
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
  )
}
