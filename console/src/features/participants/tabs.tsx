import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isNew } from '../../api/people.ts'
import css from './person.module.css'
import { rememberTab, TABS } from './tabNames.ts'

const ADDRESS = '/$raceEventId/participants/$id'

/** The tabs of a person as links, so that each has its address; the one that is used is remembered (NAV-12). */
export function PersonTabs({ raceEventId, id }: { raceEventId: number; id: number | string }) {
  const shown = TABS.filter((t) => !isNew(id) || 'fresh' in t)
  const bar = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (s) => s.location.pathname })
  // On a narrow screen the tab of the address may be out of sight.
  useEffect(() => {
    const now = path && bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (now) bar.current!.scrollLeft = now.offsetLeft - bar.current!.clientWidth / 2 + now.offsetWidth / 2
  }, [path])
  return (
    <nav className={css.tabs} ref={bar} aria-label="About this person">
      {shown.map((t) => (
        <Link
          key={t.name}
          to={(t.path ? `${ADDRESS}/${t.path}` : ADDRESS) as typeof ADDRESS}
          params={{ raceEventId, id } as never}
          search={((now: object) => now) as never}
          activeOptions={{ exact: true, includeSearch: false }}
          replace
          className={css.tab!}
          onClick={() => (isNew(id) ? undefined : rememberTab(t.path))}
        >
          {t.title}
        </Link>
      ))}
    </nav>
  )
}
