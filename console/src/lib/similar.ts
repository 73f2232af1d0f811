/** How alike two texts are, for lists of suggestions (UI-14). Pure. */

/** How many suggestions a list shows. */
export const SUGGESTIONS = 10

/** 0 (nothing in common) to 1 (the same), by the pairs of letters they share, without regard to case and accents. */
export function similarity(a: string, b: string): number {
  const [x, y] = [plain(a), plain(b)]
  if (x === y) return 1
  const pairs = bigrams(x)
  const total = Math.max(0, x.length - 1) + Math.max(0, y.length - 1)
  if (total === 0) return 0
  let shared = 0
  for (let i = 0; i < y.length - 1; i++) {
    const pair = y.slice(i, i + 2)
    const left = pairs.get(pair) ?? 0
    if (left === 0) continue
    pairs.set(pair, left - 1)
    shared++
  }
  return (2 * shared) / total
}

/**
 * The options most like a text, best first, at most `limit`. One that begins with it comes before one that contains it, and that
 * before one that is merely alike; what has nothing in common is left out. Without a text: the first ones as they are.
 */
export function mostSimilar<T>(options: readonly T[], text: string, words: (option: T) => string, limit = SUGGESTIONS): T[] {
  const wanted = plain(text)
  if (wanted === '') return options.slice(0, limit)
  return options
    .map((option) => ({ option, score: score(plain(words(option)), wanted) }))
    .filter((o) => o.score > 0.1)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map((o) => o.option)
}

function score(has: string, wanted: string): number {
  const alike = similarity(has, wanted)
  if (has.startsWith(wanted)) return 2 + alike
  return has.includes(wanted) ? 1 + alike : alike
}

function plain(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function bigrams(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let i = 0; i < text.length - 1; i++) {
    const pair = text.slice(i, i + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
