/** Outside feeds in words. Pure. */

/** The adapters that can be chosen (SRC-1). */
export const ADAPTERS: readonly { value: string; label: string; url: string; hint: string }[] = [
  { value: 'trackleadersxml', label: 'TrackLeaders XML', url: 'GPS Position URL', hint: 'Shows where everybody is. Crossings come of it where its source is roaming.' },
  { value: 'raceresult', label: 'RaceResult', url: 'LastSeen JSON URL', hint: 'A list with bib, split and time: each row is a crossing at the split of that name.' },
]

/** What people call an adapter. */
export function adapterLabel(adapter: string): string {
  return ADAPTERS.find((a) => a.value === adapter)?.label ?? adapter
}

/** The seconds between two questions when nothing is said. */
export const POLL_DEFAULT = 300

const ERRORS = ['', 'Invalid Configuration', 'Could Not Connect', 'Timed Out', 'Authorization Failed', 'Not Found', 'Unreadable Response', 'Too Many Requests', 'Server Error', 'No Matching Participants']

/** A state in words (SRC-11, A-67, A-68). */
export function ingressText(state: string | undefined): string {
  if (!state) return '.'
  const words = { starting: 'Connecting...', running: 'Connected', stopped: 'Disconnected' }[state]
  return words ?? (ERRORS[Number(state)] || 'Unknown Error')
}

/** Whether a feed in this state is asked, or tried again. */
export function ingressWanted(state: string | undefined): boolean {
  return state === 'starting' || state === 'running' || (!!state && /^\d+$/.test(state))
}
