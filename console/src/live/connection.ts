/** The one connection of this page, and what screens may know about it. Screens use the hooks; only app/ starts and stops it. */

import { useSyncExternalStore } from 'react'
import { LiveSocket, type LiveState, socketURL } from './socket.ts'

export const socket = new LiveSocket(() => socketURL(location, document.querySelector<HTMLMetaElement>('meta[name="ws-port"]')?.content))

/** Connected means that both channels are confirmed. */
export interface Connection {
  connected: boolean
  everConnected: boolean
}

const connected = (s: LiveState): boolean => s.connected
const ever = (s: LiveState): boolean => s.everConnected

/** The state of the line; changes only when it is gained or lost, not with every message. */
export function useConnection(): Connection {
  return {
    connected: useSyncExternalStore(socket.watch, () => connected(socket.snapshot())),
    everConnected: useSyncExternalStore(socket.watch, () => ever(socket.snapshot())),
  }
}

/** When the last frame came, for "showing 14:02:10". */
export function lastHeard(): number {
  return socket.snapshot().lastAt
}
