// The order of a table's rows: filtered, sorted, and kept so while rows change. Fifty thousand rows are sorted once; after that a
// change takes out and puts back only the rows that it touched. Pure but for what an Order remembers of its last answer,
// and that answer depends on rows and rule alone. Start reading at Order.of.

export interface Identified {
  id: number | string
}

/** What decides the order. A new rule is a new object; the same object promises the same answers for the same row. */
export interface OrderRule<T> {
  /** Whether a row is in the table at all. */
  keep?(row: T): boolean
  /** What is sorted by; null and undefined come last in both directions, numbers before words, words ignore case and accents. */
  key(row: T): number | string | null | undefined
  /** Order among equals, ascending in both directions; the id comes after it. */
  tie?(row: T): number
  desc: boolean
  /** A row whose answer changes has news, and flashes. */
  news?(row: T): unknown
}

/**
 * A row with what it is sorted by, as numbers: a number compares many times faster than a word. A word gives its first seven letters and
 * the seven after them, and is compared whole only with words that are alike so far.
 */
interface Entry<T> {
  readonly rank: number
  readonly next: number
  readonly word: string
  readonly tie: number
  readonly row: T
}

/** Rows in order. A new object whenever anything differs. */
export interface Ordered<T> {
  readonly length: number
  readonly rule: OrderRule<T>
  /** The rows that changed with the last step; null when all may have. */
  readonly touched: ReadonlySet<Identified['id']> | null
  /** When a row last had news, by the clock of the Order. Old ones are forgotten with the next step. */
  readonly news: ReadonlyMap<Identified['id'], number>
  at(index: number): T | undefined
  /** -1 when the row is not in the table. Looks near `hint` first. */
  indexOf(id: Identified['id'], hint?: number): number
}

/** How long a row has news, in milliseconds. */
export const NEWS_MS = 1_500

class Snapshot<T extends Identified> implements Ordered<T> {
  constructor(
    readonly entries: readonly Entry<T>[],
    readonly rule: OrderRule<T>,
    readonly touched: ReadonlySet<Identified['id']> | null,
    readonly news: ReadonlyMap<Identified['id'], number>,
  ) {}
  get length() {
    return this.entries.length
  }
  at(index: number): T | undefined {
    return this.entries[index]?.row
  }
  indexOf(id: Identified['id'], hint = 0): number {
    const { entries } = this
    const start = Math.max(0, Math.min(hint, entries.length - 1))
    for (let up = start, down = start + 1; up >= 0 || down < entries.length; up--, down++) {
      if (up >= 0 && entries[up]?.row.id === id) return up
      if (down < entries.length && entries[down]!.row.id === id) return down
    }
    return -1
  }
}

const noNews: ReadonlyMap<Identified['id'], number> = new Map()

/** Remembers its last answer and works out the next one from it. */
export class Order<T extends Identified> {
  private rows: readonly T[] = []
  /** Every row in order, whether it is kept or not: another filter then needs no sorting. */
  private all: readonly Entry<T>[] = []
  private last: Snapshot<T> | undefined

  /** `clock` answers milliseconds; it says when a row had news. */
  constructor(private readonly clock: () => number = () => 0) {}

  /** The order of `rows`, of which those that did not change are the same objects in the same places as before. */
  of(rows: readonly T[], rule: OrderRule<T>): Ordered<T> {
    const { last } = this
    if (last && last.rule === rule && rows === this.rows) return last
    const changed = last ? changedSlots(this.rows, rows) : null
    const news = this.newsOf(rows, changed, rule)
    const few = last !== undefined && changed !== null && changed.length * 4 < rows.length && sameOrder(last.rule, rule)
    const next = few ? this.step(last, rows, rule, changed, news) : this.anew(rows, rule, news)
    this.rows = rows
    this.last = next
    return next
  }

  private anew(rows: readonly T[], rule: OrderRule<T>, news: Snapshot<T>['news']): Snapshot<T> {
    this.all = sorted(rows.map((row) => entryOf(row, rule)), rule.desc)
    return new Snapshot(kept(this.all, rule), rule, null, news)
  }

  private step(last: Snapshot<T>, rows: readonly T[], rule: OrderRule<T>, changed: readonly number[], news: Snapshot<T>['news']): Snapshot<T> {
    const compare = comparator<T>(rule.desc)
    const before = changed.flatMap((slot) => this.rows[slot] ?? []).map((row) => entryOf(row, rule))
    const after = changed.map((slot) => entryOf(rows[slot]!, rule)).toSorted(compare)
    this.all = replaced(this.all, before, after, compare)
    if (last.rule !== rule) return new Snapshot(kept(this.all, rule), rule, null, news)
    const entries = rule.keep ? replaced(last.entries, kept(before, rule), kept(after, rule), compare) : this.all
    return new Snapshot(entries, rule, new Set(after.map((e) => e.row.id)), news)
  }

  private newsOf(rows: readonly T[], changed: readonly number[] | null, rule: OrderRule<T>): Snapshot<T>['news'] {
    const old = this.last?.news ?? noNews
    if (!rule.news || !changed) return noNews
    const now = this.clock()
    const fresh = new Map<Identified['id'], number>()
    for (const [id, at] of old) if (now - at < NEWS_MS) fresh.set(id, at)
    for (const slot of changed) {
      const before = this.rows[slot]
      const after = rows[slot]!
      if (before && before.id === after.id && rule.news(before) !== rule.news(after)) fresh.set(after.id, now)
    }
    return fresh.size === 0 && old.size === 0 ? old : fresh
  }
}

function sameOrder<T>(a: OrderRule<T>, b: OrderRule<T>): boolean {
  return a.key === b.key && a.tie === b.tie && a.desc === b.desc
}

/** The places whose row is another object than before; null when rows were taken away, since then places mean nothing. */
function changedSlots<T>(before: readonly T[], after: readonly T[]): number[] | null {
  if (after.length < before.length) return null
  const changed: number[] = []
  for (let i = 0; i < after.length; i++) if (before[i] !== after[i]) changed.push(i)
  return changed
}

function kept<T>(entries: readonly Entry<T>[], rule: OrderRule<T>): readonly Entry<T>[] {
  return rule.keep ? entries.filter((e) => rule.keep!(e.row)) : entries
}

/**
 * Sorted entries without `before` and with `after`, which is sorted too. Where to cut is found by halving, so that the rest is copied
 * in whole stretches and not looked at.
 */
function replaced<T extends Identified>(entries: readonly Entry<T>[], before: readonly Entry<T>[], after: readonly Entry<T>[], compare: Compare<T>): Entry<T>[] {
  const out = before.map((e) => lowest(entries, e, compare)).toSorted((a, b) => a - b)
  const put = after.map((e) => lowest(entries, e, compare))
  const result: Entry<T>[] = []
  let [from, o, p] = [0, 0, 0]
  while (o < out.length || p < put.length) {
    const cut = Math.min(out[o] ?? Infinity, put[p] ?? Infinity)
    for (; from < cut; from++) result.push(entries[from]!)
    for (; put[p] === cut; p++) result.push(after[p]!)
    for (; out[o] === cut; o++) from = cut + 1
  }
  for (; from < entries.length; from++) result.push(entries[from]!)
  return result
}

type Compare<T> = (a: Entry<T>, b: Entry<T>) => number

/** The first place whose entry is not before the wanted one; that entry itself when it is there, for no two compare equal. */
function lowest<T>(entries: readonly Entry<T>[], wanted: Entry<T>, compare: Compare<T>): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(entries[middle]!, wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function entryOf<T>(row: T, rule: OrderRule<T>): Entry<T> {
  const key = rule.key(row)
  const tie = rule.tie?.(row) ?? 0
  if (typeof key === 'number') return { rank: key, next: 0, word: '', tie, row }
  // what is missing is last, whichever way the rest goes
  if (key === null || key === undefined) return { rank: rule.desc ? -Infinity : Infinity, next: 0, word: '', tie, row }
  const word = folded(key)
  return { rank: 2 ** 52 + lettersOf(word, 0), next: lettersOf(word, LETTERS), word, tie, row }
}

const LETTERS = 7

/**
 * Seven letters of a word as a number that sorts as they do; added to 2^52 they are above all numbers that are sorted by, for words come after
 * numbers. Letters outside ASCII are told apart by the whole word, and so is all that follows them.
 */
function lettersOf(word: string, from: number): number {
  let rank = 0
  let plain = true
  for (let i = 0; i < from; i++) if (word.charCodeAt(i) >= 127) plain = false
  for (let i = from; i < from + LETTERS; i++) {
    const code = plain && i < word.length ? Math.min(word.charCodeAt(i), 127) : 0
    if (code === 127) plain = false
    rank = rank * 128 + code
  }
  return rank
}

/** All entries in order: those of one number together, the numbers sorted by themselves, so that few pairs of entries have to be compared. */
function sorted<T extends Identified>(entries: readonly Entry<T>[], desc: boolean): readonly Entry<T>[] {
  const compare = comparator<T>(desc)
  return grouped(entries, (e) => e.rank, desc, (alike) => grouped(alike, (e) => e.next, desc, (same) => same.toSorted(compare)))
}

function grouped<T>(entries: readonly Entry<T>[], number: (e: Entry<T>) => number, desc: boolean, order: (group: readonly Entry<T>[]) => readonly Entry<T>[]): readonly Entry<T>[] {
  if (entries.length < 2) return entries
  const groups = new Map<number, Entry<T>[]>()
  for (const e of entries) {
    const group = groups.get(number(e))
    if (group) group.push(e)
    else groups.set(number(e), [e])
  }
  const rising = Float64Array.from(groups.keys()).toSorted()
  const result: Entry<T>[] = []
  for (const n of desc ? rising.toReversed() : rising) for (const e of order(groups.get(n)!)) result.push(e)
  return result
}

function comparator<T extends Identified>(desc: boolean): Compare<T> {
  const sign = desc ? -1 : 1
  return (a, b) => {
    if (a.rank !== b.rank) return a.rank < b.rank ? -sign : sign
    if (a.next !== b.next) return a.next < b.next ? -sign : sign
    if (a.word !== b.word) return a.word < b.word ? -sign : sign
    if (a.tie !== b.tie) return a.tie < b.tie ? -1 : 1
    if (a.row.id === b.row.id) return 0
    return a.row.id < b.row.id ? -1 : 1
  }
}

const folds = new Map<string, string>()
// oxlint-disable-next-line no-control-regex -- the first of them is a control character
const ascii = /^[\x00-\x7f]*$/

/** A word without case and accents. Words with accents are few and come again and again, so they are kept. */
export function folded(word: string): string {
  if (ascii.test(word)) return word.toLowerCase()
  const known = folds.get(word)
  if (known !== undefined) return known
  const fold = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (folds.size > 50_000) folds.clear()
  folds.set(word, fold)
  return fold
}
