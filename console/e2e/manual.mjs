// What the journeys of the desk share: a page on Manual Time, and what the API says.
import { newPage, signIn } from './browser.mjs'

/** A signed-in page on Manual Time with a source that stands at the finish. `posts` counts the batches that left the browser. */
export async function manual({ browser, raced }, options = {}, source = /\(Finish\)/) {
  const { page, errors, context } = await newPage(browser, options)
  await signIn(page, raced.url)
  await page.waitForFunction(() => Number(localStorage.getItem('activeRaceEventId')) > 0)
  const id = await page.evaluate(() => Number(localStorage.getItem('activeRaceEventId')))
  const posts = []
  context.on('request', (r) => r.method() === 'POST' && r.url().endsWith('/crossings/batch') && posts.push(r.postDataJSON().crossings))
  await page.goto(`${raced.url}/${id}/manual`)
  await bibBox(page).waitFor()
  if (source) await chooseSource(page, source)
  await heldPeople(page, id)
  return { page, errors, context, id, posts, done: () => context.close() }
}

export const bibBox = (page) => page.locator('input[name=bib]')
export const rows = (page) => page.locator('ol[aria-label="Unsent times"] > li')
export const inFocus = (page) => page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'bib')

export async function chooseSource(page, name) {
  const select = page.getByRole('combobox', { name: 'Event source' })
  await select.locator('option', { hasText: name }).first().waitFor({ state: 'attached' })
  await select.selectOption({ label: (await select.locator('option').allTextContents()).find((o) => name.test(o)) })
  await inFocus(page)
}

/** What the API says, asked by the page's own session. */
export function ask(page, path, init = {}) {
  return page.evaluate(
    async ([path, init]) => {
      const r = await fetch(`/api/v1${path}`, { ...init, headers: { Authentication: `Bearer ${localStorage.getItem('token')}`, 'X-CSRF-Token': document.querySelector('meta[name="csrf-token"]')?.content ?? '', 'Content-Type': 'application/json' } })
      return r.status === 204 ? null : r.json()
    },
    [path, init],
  )
}

/** People, and the screen holds them. */
async function heldPeople(page, id) {
  const people = await ask(page, `/race_events/${id}/participants`)
  await page.keyboard.type(people[0].bib)
  await page.getByText(`${people[0].firstName} ${people[0].lastName}`).first().waitFor()
  await page.keyboard.press('Escape')
  return people
}

/** Bibs of a race, by its name; a third of the way down, so that tests do not meet at the same people. */
export async function bibsOf(page, id, race, from = 0) {
  const event = await ask(page, `/race_events/${id}`)
  const wanted = event.races.find((r) => r.name === race)
  return (await ask(page, `/race_events/${id}/races/${wanted.id}/participants`)).map((p) => p.bib).filter(Boolean).slice(from)
}

/** How many times somebody entered for a bib by hand. */
export async function manualReads(page, id, bib) {
  const told = await ask(page, `/race_events/${id}/explain?bib=${bib}`)
  return told.reads.filter((r) => r.manual && r.disposition !== 'voided').length
}
