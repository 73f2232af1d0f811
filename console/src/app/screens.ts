import { ClipboardList, History, Home, Inbox, type LucideIcon, Radio, ScanLine, Settings, ShoppingBag, Timer, Users } from 'lucide-react'

/** A screen that can be gone to from the rail, the palette and by "g" and its letter. */
export interface Screen {
  id: string
  title: string
  /** What it is called where there is little room. */
  short?: string
  icon: LucideIcon
  letter: string
  /** Its path; null for one that needs an event while there is none (NAV-9). */
  path: (raceEventId: number) => string | null
  /** A second address of the same screen. */
  also?: string
  /** Not among the few things at the foot of a phone. */
  deskOnly?: boolean
}

/** Every screen, in the order of the rail. Settings stands apart, at its foot. */
export const SCREENS: Screen[] = [
  { id: 'home', title: 'Home', icon: Home, letter: 'h', path: () => '/' },
  { id: 'participants', title: 'Participants', short: 'People', icon: Users, letter: 'p', path: (e) => (e ? `/${e}/participants` : null) },
  { id: 'manual', title: 'Manual Time', short: 'Manual', icon: Timer, letter: 'm', path: (e) => (e ? `/${e}/manual` : null) },
  { id: 'crossings', title: 'Crossings', icon: ScanLine, letter: 'c', path: (e) => (e ? `/${e}/crossings` : null), deskOnly: true },
  { id: 'board', title: 'Board', icon: ClipboardList, letter: 'b', path: (e) => (e ? `/${e}/board` : null) },
  { id: 'problems', title: 'Problems', icon: Inbox, letter: 'o', path: (e) => (e ? `/${e}/problems` : null), deskOnly: true },
  { id: 'history', title: 'History', icon: History, letter: 'y', path: (e) => (e ? `/${e}/history` : null), deskOnly: true },
  { id: 'orders', title: 'Orders', icon: ShoppingBag, letter: 'a', path: (e) => (e ? `/${e}/orders` : null), deskOnly: true },
  { id: 'sources', title: 'Timing Points', icon: Radio, letter: 't', path: () => '/event-sources', also: '/races', deskOnly: true },
]

export const SETTINGS: Screen = { id: 'settings', title: 'Settings', icon: Settings, letter: 's', path: () => '/settings' }

/** Why a screen cannot be opened now. */
export const NEEDS_EVENT = 'Choose an event first'
