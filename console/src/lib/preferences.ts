/**
 * Settings kept on this browser (SET-*). Each has its own key in local storage, so that one that is unknown or damaged
 * spoils no other. Read them with `usePreference`; anything written shows everywhere at once, in other tabs too.
 */

import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark' | 'night'
export type Density = 'dense' | 'comfortable'
export type SidebarTab = 'notifications' | 'recents' | 'lastseen'

/** Every setting with what it is before anybody chose. */
export interface Preferences {
  theme: Theme
  density: Density
  wantsMiles: boolean
  forceExpandedNav: boolean
  expandSidebar: boolean
  sidebarTab: SidebarTab
  sidebarWidth: number
  detailWidth: number
  lastSeenSelectedSplitId: number
  manualSourceId: number
  printerAddress: string
  activeRaceEventId: number
  participantTab: string
  recentParticipants: { raceEventId: number; id: number }[]
  participantViews: { name: string; search: Record<string, string | number> }[]
  /** How files of participants were read, by name; the import window knows what is in them. */
  importPresets: { name: string }[]
}

const DEFAULTS: Preferences = {
  theme: 'system',
  density: 'dense',
  wantsMiles: false,
  forceExpandedNav: true,
  expandSidebar: false,
  sidebarTab: 'notifications',
  sidebarWidth: 300,
  detailWidth: 440,
  lastSeenSelectedSplitId: 0,
  manualSourceId: 0,
  printerAddress: '',
  activeRaceEventId: 0,
  participantTab: 'pd-performance',
  recentParticipants: [],
  participantViews: [],
  importPresets: [],
}

type Key = keyof Preferences

const cache = new Map<Key, unknown>()
const watchers = new Set<() => void>()

/** A setting as it is now. */
export function preference<K extends Key>(key: K): Preferences[K] {
  if (!cache.has(key)) cache.set(key, read(key))
  return cache.get(key) as Preferences[K]
}

/** Keeps a setting and shows it everywhere. */
export function setPreference<K extends Key>(key: K, value: Preferences[K]): void {
  cache.set(key, value)
  try {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs the memory of the choice, not the choice.
  }
  for (const fn of watchers) fn()
}

/** A setting and the way to change it. */
export function usePreference<K extends Key>(key: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(watch, () => preference(key))
  return [value, (v) => setPreference(key, v)]
}

/** Calls back after any setting changed, here or in another tab. */
export function watch(fn: () => void): () => void {
  watchers.add(fn)
  return () => watchers.delete(fn)
}

function read<K extends Key>(key: K): Preferences[K] {
  const usual = DEFAULTS[key]
  let text: string | null = null
  try {
    text = localStorage.getItem(key)
  } catch {
    return usual
  }
  if (text === null) return usual
  if (typeof usual === 'string') return text as Preferences[K]
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual) ? (value as Preferences[K]) : usual
  } catch {
    return usual
  }
}

if (typeof window !== 'undefined') {
  addEventListener('storage', (e) => {
    if (e.key === null) cache.clear()
    else cache.delete(e.key as Key)
    for (const fn of watchers) fn()
  })
}

/** The most recent participants, newest first, each once, ten at most (STORE-11). */
export function rememberParticipant(raceEventId: number, id: number): void {
  const others = preference('recentParticipants').filter((r) => r.id !== id)
  setPreference('recentParticipants', [{ raceEventId, id }, ...others].slice(0, 10))
}

/** Keeps the page's theme and density as the settings (and the system) say. Answers how to stop. */
export function followTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const theme = preference('theme')
    document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    document.documentElement.dataset.density = preference('density')
  }
  apply()
  dark.addEventListener('change', apply)
  const stop = watch(apply)
  return () => {
    stop()
    dark.removeEventListener('change', apply)
  }
}
