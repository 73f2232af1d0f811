import type { ReactElement, ReactNode } from 'react'
import { Header, Menu as AriaMenu, MenuItem as AriaItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import css from './Menu.module.css'
import { VIEWPORT_MARGIN } from './Popover.tsx'
import { useAlt } from './useAlt.ts'

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

/** A list of things to do, below a button. */
export function Menu({ label, trigger, sections, empty }: { label: string; trigger: ReactElement; sections: Section[]; empty?: string }) {
  const alt = useAlt()
  const shown = sections.map((s) => ({ ...s, items: s.items.filter((i) => alt || !i.alt) })).filter((s) => s.items.length > 0)
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={css.popover!} containerPadding={VIEWPORT_MARGIN} offset={6} placement="bottom start">
        <AriaMenu className={css.menu!} aria-label={label} renderEmptyState={() => <p className={css.empty}>{empty ?? 'Nothing here'}</p>}>
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
    </MenuTrigger>
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
