// What came in lately. A list is fetched while messages keep arriving: those that the answer does not hold yet are laid over it.
// Pure but for the array it keeps.

import type { Message } from './apply.ts'

const KEPT = 5_000

/** The last messages that carry a sequence number, in the order in which they came. */
export class Recent {
  private messages: Message[] = []
  private waiting: (() => void)[] = []
  private up = false

  /** Remembers messages; the oldest are forgotten. */
  add(messages: readonly Message[]): void {
    for (const m of messages) if (m.seq) this.messages.push(m)
    if (this.messages.length > 2 * KEPT) this.messages = this.messages.slice(-KEPT)
  }

  /** Whatever came after a snapshot. */
  after(seq: number): Message[] {
    return seq > 0 ? this.messages.filter((m) => m.seq! > seq) : []
  }

  /** After a gap, or when the server counts from the beginning again. */
  forget(): void {
    this.messages = []
  }

  /** The channels are confirmed (or not): from here on nothing is missed. */
  connected(up: boolean): void {
    this.up = up
    if (up) for (const go of this.waiting.splice(0)) go()
  }

  /**
   * Waits until the channels are confirmed, so that a list fetched afterwards has no gap before the first message.
   * Gives up after `patience` ms: a list without news is better than none.
   */
  ready(patience = 800): Promise<void> {
    if (this.up) return Promise.resolve()
    return new Promise((resolve) => {
      setTimeout(resolve, patience)
      this.waiting.push(resolve)
    })
  }
}

/** The one of this console. */
export const recent = new Recent()
