// Participants that were just created are held back for a second (STORE-12): an import makes thousands, one message each,
// and a list that grows once is easier to read than one that grows a thousand times. News about them waits with them.

import type { Message } from './apply.ts'
import type { Id } from './rows.ts'

const HELD_MS = 1_000

export class Newborn {
  private held: Message[] = []
  private ids = new Set<Id>()
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `release` gets what was held, in the order in which it came. */
  constructor(private readonly release: (messages: Message[]) => void) {}

  /** Answers the messages that need not wait. */
  hold(messages: readonly Message[]): Message[] {
    return messages.filter((m) => {
      const born = m.msgType === 'entityCreate' ? m.entities?.participants : undefined
      if (!born?.length && !this.concerns(m)) return true
      for (const p of born ?? []) this.ids.add(p.id)
      this.held.push(m)
      this.timer ??= setTimeout(this.flush, HELD_MS)
      return false
    })
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private readonly flush = (): void => {
    const messages = this.held
    this.timer = undefined
    this.held = []
    this.ids.clear()
    this.release(messages)
  }

  private concerns(m: Message): boolean {
    if (this.ids.size === 0) return false
    const rows = m.msgType === 'entityPlacements' ? m.participants : m.entities?.participants
    return Boolean(rows?.some((p) => this.ids.has(p.id)) || (m.collection === 'participants' && m.ids?.some((id) => this.ids.has(id))))
  }
}
