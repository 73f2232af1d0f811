/** Numbers as people type them (UI-15): digits with a point, spaces around them forgiven. Anything else is NaN, nothing at all is null. */
export function parseNumber(text: string): number | null {
  const t = text.trim().replace(/^[−–](?=[\d.])/, '-')
  if (t === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(t) ? Number(t) : Number.NaN
}

/** A number as a field shows it: no more decimals than asked, and none that say nothing. */
export function numberText(n: number | null, decimals: number): string {
  return n === null || !Number.isFinite(n) ? '' : String(Number(n.toFixed(decimals)))
}
