// What the screen of orders shows of what the server says. Pure.

import type { Order, OrderedBy, OrderVariant } from '../../api/orders.ts'

/** A variant with its add-on, and those of its people who are looked for. */
export interface Line {
  order: Order
  variant: OrderVariant
  people: readonly OrderedBy[]
}

/** Every variant; with words to look for those that are called like it, and those whom people who are called like it ordered. */
export function linesOf(orders: readonly Order[], q: string): Line[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((w) => text.toLowerCase().includes(w))
  const lines = orders.flatMap((order) =>
    order.variants.map((variant): Line => {
      const named = has(`${order.name} ${variant.name}`)
      return { order, variant, people: named ? variant.people : variant.people.filter((p) => p.bib.toLowerCase() === q.trim().toLowerCase() || has(`${p.name} ${p.text}`)) }
    }),
  )
  return words.length === 0 ? lines : lines.filter((l) => l.people.length > 0 || has(`${l.order.name} ${l.variant.name}`))
}

/** An add-on and its variant as people say it. */
export function titleOf(order: { name: string }, variant: { name: string }): string {
  return variant.name ? `${order.name} / ${variant.name}` : order.name
}
