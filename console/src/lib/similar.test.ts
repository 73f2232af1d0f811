import { expect, it } from 'vitest'
import { mostSimilar, similarity } from './similar.ts'

const own = (s: string) => s

it('says how alike two texts are', () => {
  expect(similarity('Aid 1', 'aid 1 ')).toBe(1)
  expect(similarity('Séchilienne', 'Sechilienne')).toBe(1)
  expect(similarity('Mat A', 'Mat B')).toBeCloseTo(0.75)
  expect(similarity('Mat A', 'Zenith')).toBe(0)
  expect(similarity('', 'x')).toBe(0)
})

it('ranks: begins with, contains, is alike; leaves the rest out', () => {
  const names = ['Ridge Camp', 'Spotter', 'Camp Fire', 'Comp Fire', 'Finish']
  expect(mostSimilar(names, 'camp', own)).toEqual(['Camp Fire', 'Ridge Camp', 'Comp Fire'])
})

it('shows ten at most, and the first ten before anything is typed', () => {
  const names = Array.from({ length: 30 }, (_, i) => `Mat ${i}`)
  expect(mostSimilar(names, '', own)).toEqual(names.slice(0, 10))
  expect(mostSimilar(names, 'mat', own)).toHaveLength(10)
})
