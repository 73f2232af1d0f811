import type { RefObject } from 'react'
import { Header, Menu as AriaMenu, MenuItem as AriaItem, MenuSection, Popover } from 'react-aria-components'
import css from './Menu.module.css'
import type { Item, Section } from './Menu.tsx'
import { VIEWPORT_MARGIN } from './Popover.tsx'
import { useAlt } from './useAlt.ts'

interface Props {
  label: string
  triggerRef: RefObject<HTMLElement | null>
  onOpenChange: (open: boolean) => void
  sections: Section[]
  empty?: string
}

/** The list of a Menu, open for as long as it is there. */
export default function MenuBox({ label, triggerRef, onOpenChange, sections, empty }: Props) {
  const alt = useAlt()
  const shown = sections.map((s) => ({ ...s, items: s.items.filter((i) => alt || !i.alt) })).filter((s) => s.items.length > 0)
  return (
    <Popover className={css.popover!} aria-label={label} triggerRef={triggerRef} isOpen onOpenChange={onOpenChange} containerPadding={VIEWPORT_MARGIN} offset={6} placement="bottom start">
      <AriaMenu className={css.menu!} aria-label={label} autoFocus="first" onClose={() => onOpenChange(false)} renderEmptyState={() => <p className={css.empty}>{empty ?? 'Nothing here'}</p>}>
        {shown.map((section) => (
          <MenuSection key={section.title} className={css.section}>
            <Header className={css.header}>{section.title}</Header>
            {section.items.map((item) => (
              <MenuEntry key={item.id} item={item} />
            ))}
          </MenuSection>
        ))}
      </AriaMenu>
    </Popover>
  )
}

function MenuEntry({ item }: { item: Item }) {
  const link = item.href ? { href: item.href, download: item.download, target: item.download ? undefined : '_blank' } : {}
  return (
    <AriaItem id={item.id} className={css.item!} textValue={item.label} isDisabled={!!item.why} onAction={item.run} {...link}>
      {item.icon}
      {item.color === undefined ? null : <span className={css.swatch} style={{ background: item.color || 'var(--line-strong)' }} aria-hidden />}
      <span className={css.words}>
        <span>{item.label}</span>
        {item.why || item.detail ? <span className={css.detail}>{item.why ?? item.detail}</span> : null}
      </span>
    </AriaItem>
  )
}
