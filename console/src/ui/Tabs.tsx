import type { Key, ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components'
import css from './Tabs.module.css'

export interface TabItem { id: string; title: string; count?: number; body: ReactNode }

/** A few views of one thing; arrows move between them. */
export function Tabs({ label, tabs, selected, onSelect }: { label: string; tabs: TabItem[]; selected: string; onSelect: (id: string) => void }) {
  return (
    <AriaTabs className={css.tabs!} selectedKey={selected} onSelectionChange={(k: Key) => onSelect(String(k))}>
      <TabList aria-label={label} className={css.list!}>
        {tabs.map((t) => (
          <Tab key={t.id} id={t.id} className={css.tab!}>
            {t.title}
            {t.count ? <span className={css.count}>{t.count}</span> : null}
          </Tab>
        ))}
      </TabList>
      {tabs.map((t) => (
        <TabPanel key={t.id} id={t.id} className={css.panel!}>
          {t.body}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
