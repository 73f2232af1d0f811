/**
 * What time it is for the server, as far as this computer can know. Pure but for what it has learned. Times of a race are the
 * server's; a laptop's clock may be anything. Start reading at `measured`.
 */

/** Pings tell whole seconds and come when they come: a smaller difference than this is no news. */
const COARSE_MS = 1_500
/** A measurement is as good as half its way there and back; after this long any newer one is better. */
const STALE_MS = 60_000
/** Two looks that are closer than this say nothing about how fast a clock runs. */
const APART_MS = 2_000

/** A clock of the server's: what it showed at one instant of this computer's, and how fast it runs (a simulated day runs faster). */
export class ServerClock {
  private local = 0
  private server = 0
  private rate = 1
  private way = Infinity
  private anchor: { local: number; server: number } | undefined
  private hurry = 1

  /** What the server's clock shows when this computer's shows `local`. */
  at(local: number): number {
    return Math.round(this.server + (local - this.local) * this.rate)
  }

  /** How far the server's clock is ahead of this computer's, in milliseconds; null before it was measured. */
  ahead(local: number): number | null {
    return this.way === Infinity ? null : this.at(local) - local
  }

  /** How sure that is, in milliseconds either way. */
  get sureness(): number {
    return (this.way / 2) * this.rate
  }

  /** A question that left at `sent` and was answered at `heard`: the server said what time it was, half way between. */
  measured(sent: number, heard: number, said: number): void {
    if (!Number.isFinite(said) || heard < sent) return
    const way = heard - sent
    const middle = sent + way / 2
    this.look(middle, said)
    const wrong = Math.abs(this.at(middle) - said) > this.sureness + (way / 2) * this.rate
    if (way <= this.way || wrong || middle - this.local > STALE_MS) this.set(middle, said, way)
  }

  /** The server said in passing what time it is, to the second. */
  heard(local: number, said: number): void {
    if (!Number.isFinite(said)) return
    this.look(local, said)
    if (Math.abs(this.at(local) - said) >= COARSE_MS * this.rate) this.set(local, said, this.way)
  }

  private set(local: number, server: number, way: number): void {
    this.local = local
    this.server = server
    this.way = way
  }

  // A clock that runs several times as fast is a simulated one, and only believed when two looks in a row agree: a message that
  // was held up on its way makes one look like it.
  private look(local: number, server: number): void {
    const before = this.anchor
    if (before && local - before.local < APART_MS && local >= before.local) return
    this.anchor = { local, server }
    if (!before || local < before.local) return
    const hurry = (server - before.server) / (local - before.local)
    const same = hurry > 1.5 && Math.abs(hurry - this.hurry) < 0.1 * hurry
    this.hurry = hurry
    const rate = same ? hurry : hurry > 1.5 ? this.rate : 1
    if (rate === this.rate) return
    this.set(local, server, this.way)
    this.rate = rate
  }
}
