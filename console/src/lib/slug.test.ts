import { expect, it } from 'vitest'
import { slugOf } from './slug.ts'

it.each([
  ['Granite Ridge', 'granite_ridge-2026'],
  ['50K & Relay', '50k___relay-2026'],
  ['already_fine-here', 'already_fine-here-2026'],
  ['Été', '_t_-2026'],
  ['', '-2026'],
])('makes an address of %j', (name, slug) => {
  expect(slugOf(name, 2026)).toBe(slug)
})
