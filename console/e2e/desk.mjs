// What the journeys of the race desk share: a page on the crossings of the demo event, the API behind it, and what is found on the screen.
import assert from 'node:assert/strict'
import { newPage, signIn, violations } from './browser.mjs'

/** A signed-in page on the crossings of the demo event, narrowed as `search` says. */
export async function openCrossings(browser, raced, search = '', options = {}) {
  const { page, errors, context } = await newPage(browser, options)
  await signIn(page, raced.url)
  const id = (await api(page, 'GET', '/race_events'))[0].id
  await page.goto(`${raced.url}/${id}/crossings${search}`)
  await rows(page).first().waitFor()
  return { page, errors, id, at: (path) => `/race_events/${id}${path}`, done: () => context.close() }
}

/** What the API answers, asked as the console asks. */
export async function api(page, method, path, body) {
  const answer = await page.evaluate(
    async ({ method, path, body }) => {
      const headers = { Authentication: `Bearer ${localStorage.getItem('token')}`, 'Content-Type': 'application/json', 'X-CSRF-Token': document.querySelector('meta[name=csrf-token]')?.content ?? '' }
      const r = await fetch(`/api/v1${path}`, body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) })
      return { ok: r.ok, body: await r.json().catch(() => null) }
    },
    { method, path, body },
  )
  assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Asks again until the answer is more than nothing, and gives it. For what no screen shows. */
export async function until(what, ask) {
  for (const end = Date.now() + 60_000; ;) {
    const answer = await ask()
    if (answer) return answer
    assert.ok(Date.now() < end, `waited in vain until ${what}`)
    await new Promise((again) => setTimeout(again, 100))
  }
}

export const grid = (page) => page.getByRole('grid', { name: 'Crossings' })
export const rows = (page) => page.locator('[role=grid] [data-index]')
export const filters = (page) => page.getByRole('group', { name: 'Filters' })
export const dialog = (page, name) => page.getByRole(/Delete|cannot/.test(name) ? 'alertdialog' : 'dialog', { name })
export const effect = (page) => page.getByRole('region', { name: 'What changes' })
export const toasts = (page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })
export const crossing = (page, at, id) => api(page, 'GET', at(`/explain?crossing=${id}`)).then((x) => x.reads.find((r) => r.id === id))

/** The newest crossing that counts at a split in the middle of a race run once, and whose it is. */
export async function someSplit(page, at) {
  const event = await api(page, 'GET', at(''))
  const race = event.races.find((r) => !r.isTimed && r.lpsDuration === 0)
  const inner = race.splits.filter((s) => s.distance > 0 && !s.isTransitionPoint).toSorted((a, b) => a.distance - b.distance)[0]
  const list = await api(page, 'GET', at(`/crossings?split_id=${inner.id}&limit=1000`))
  return { race, split: inner, list: list.filter((c) => c.validCrossing && c.disposition === 'split') }
}

/** Waits until a window is gone and the keyboard is back in the list. */
export async function closed(page, box) {
  await box.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid')
}

/** Puts the keyboard on the first row of the list. */
export async function first(page) {
  await grid(page).focus()
  await page.keyboard.press('Home')
}

/** Takes the last action back by its toast, and waits until the server has done it. */
export async function undo(page) {
  await toasts(page).getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText(/^Undone: /).last().waitFor()
}

/** What axe finds once nothing fades any more: a button on its way from disabled to enabled has the colours of neither. */
export async function faults(page) {
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState === 'finished' || a.effect?.getTiming().iterations === Infinity || a.effect?.getTiming().duration > 1000))
  return violations(page)
}
