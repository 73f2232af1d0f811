// The tabs of a person (NAV-3, A-132) and the last one that was used (NAV-12). Kept small: the router needs it before the screen.

import { preference, setPreference } from '../../lib/preferences.ts'

/** `name` is what is remembered, `path` the end of the address. Those of a person who is not saved yet are marked. */
export const TABS = [
  { name: 'pd-performance', path: '', title: 'Performance' },
  { name: 'pd-details', path: 'details', title: 'Details', fresh: true },
  { name: 'pd-contact', path: 'contact', title: 'Contact', fresh: true },
  { name: 'pd-wave', path: 'wave', title: 'Wave', fresh: true },
  { name: 'pd-addons', path: 'addons', title: 'Add-ons' },
  { name: 'pd-livestream', path: 'livestream', title: 'Livestream' },
  { name: 'pd-history', path: 'history', title: 'History' },
] as const

export type TabPath = (typeof TABS)[number]['path']

/** The end of the address of the tab that was used last; performance before anybody chose. */
export function lastTab(): TabPath {
  return TABS.find((t) => t.name === preference('participantTab'))?.path ?? ''
}

export function rememberTab(path: TabPath): void {
  setPreference('participantTab', TABS.find((t) => t.path === path)!.name)
}

/** The tab of an address, that of somebody's performance where it names none. */
export function tabIn(pathname: string): TabPath {
  const end = pathname.split('/').at(4) ?? ''
  return TABS.find((t) => t.path === end)?.path ?? ''
}
