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
  /** What is sorted by; null and undefined come last in both directions, words ignore case and accents. */
  key(row: T): number | string | null | undefined
  /** Order among equals, ascending in both directions; the id comes after it. */
  tie?(row: T): number
  desc: boolean
  /** A row whose answer changes has news, and flashes. */
  news?(row: T): unknown
}

interface Entry<T> {
  readonly key: number | string | null
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
  private last: Snapshot<T> | undefined

  /** `clock` answers milliseconds; it says when a row had news. */
  constructor(private readonly clock: () => number = () => 0) {}

  /** The order of `rows`, of which those that did not change are the same objects in the same places as before. */
  of(rows: readonly T[], rule: OrderRule<T>): Ordered<T> {
    const { last } = this
    if (last && last.rule === rule && rows === this.rows) return last
    const changed = last ? changedSlots(this.rows, rows) : null
    const news = this.newsOf(rows, changed, rule)
    const few = last && last.rule === rule && changed && changed.length * 4 < rows.length
    const next = few ? this.step(last, rows, changed, news) : new Snapshot(sorted(rows, rule), rule, null, news)
    this.rows = rows
    this.last = next
    return next
  }

  private step(last: Snapshot<T>, rows: readonly T[], changed: readonly number[], news: Snapshot<T>['news']): Snapshot<T> {
    const { rule } = last
    const compare = comparator<T>(rule.desc)
    const touched = new Set<Identified['id']>()
    const out = new Set<number>()
    const put: Entry<T>[] = []
    for (const slot of changed) {
      const before = this.rows[slot]
      const after = rows[slot]!
      touched.add(after.id)
      if (before && (!rule.keep || rule.keep(before))) out.add(find(last.entries, entryOf(before, rule), compare))
      if (!rule.keep || rule.keep(after)) put.push(entryOf(after, rule))
    }
    return new Snapshot(merged(last.entries, out, put.toSorted(compare), compare), rule, touched, news)
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

/** The places whose row is another object than before; null when rows were taken away, since then places mean nothing. */
function changedSlots<T>(before: readonly T[], after: readonly T[]): number[] | null {
  if (after.length < before.length) return null
  const changed: number[] = []
  for (let i = 0; i < after.length; i++) if (before[i] !== after[i]) changed.push(i)
  return changed
}

function sorted<T extends Identified>(rows: readonly T[], rule: OrderRule<T>): Entry<T>[] {
  const entries: Entry<T>[] = []
  for (const row of rows) if (!rule.keep || rule.keep(row)) entries.push(entryOf(row, rule))
  return entries.toSorted(comparator(rule.desc))
}

function merged<T>(entries: readonly Entry<T>[], out: ReadonlySet<number>, put: readonly Entry<T>[], compare: (a: Entry<T>, b: Entry<T>) => number): Entry<T>[] {
  const result: Entry<T>[] = []
  let next = 0
  for (let i = 0; i < entries.length; i++) {
    if (out.has(i)) continue
    const entry = entries[i]!
    while (next < put.length && compare(put[next]!, entry) < 0) result.push(put[next++]!)
    result.push(entry)
  }
  while (next < put.length) result.push(put[next++]!)
  return result
}

function find<T>(entries: readonly Entry<T>[], wanted: Entry<T>, compare: (a: Entry<T>, b: Entry<T>) => number): number {
  let [low, high] = [0, entries.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const c = compare(entries[middle]!, wanted)
    if (c === 0) return middle
    if (c < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function entryOf<T>(row: T, rule: OrderRule<T>): Entry<T> {
  const key = rule.key(row)
  return { key: typeof key === 'string' ? folded(key) : (key ?? null), tie: rule.tie?.(row) ?? 0, row }
}

function comparator<T extends Identified>(desc: boolean): (a: Entry<T>, b: Entry<T>) => number {
  const sign = desc ? -1 : 1
  return (a, b) => {
    if (a.key !== b.key) {
      if (a.key === null) return 1
      if (b.key === null) return -1
      return a.key < b.key ? -sign : sign
    }
    if (a.tie !== b.tie) return a.tie - b.tie
    if (a.row.id === b.row.id) return 0
    return a.row.id < b.row.id ? -1 : 1
  }
}

const folds = new Map<string, string>()

/** A word without case and accents. The same few thousand names come again and again, so they are kept. */
export function folded(word: string): string {
  const known = folds.get(word)
  if (known !== undefined) return known
  const fold = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (folds.size > 200_000) folds.clear()
  folds.set(word, fold)
  return fold
}
