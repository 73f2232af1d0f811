// The operations board and the problems inbox against the demo race in a real home.browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { house } from './house.mjs'

const home = house()

/** A call of the API as the signed-in person. */
function ask(page, path, options = {}) {
  return page.evaluate(
    async ([path, { method = 'GET', body }]) => {
      const asked = {
        method,
        body: body && JSON.stringify(body),
        headers: { Authentication: `Bearer ${localStorage.getItem('token')}`, 'Content-Type': 'application/json', 'X-CSRF-Token': document.querySelector('meta[name="csrf-token"]')?.content ?? '' },
      }
      const answer = await fetch(`/api/v1/${path}`, asked)
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? null : answer.json()
    },
    [path, options],
  )
}

/** A signed-in page on a screen of the demo event. */
async function open(path, options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const id = (await ask(page, 'race_events'))[0].id
  await page.goto(`${home.raced.url}/${id}/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, errors, id, done: () => context.close() }
}

/** A read of a tag that nobody has, at some source, so that there is a problem of our own. */
async function strayTag(page, tag) {
  const [source] = await ask(page, 'event_sources')
  const { now } = await ask(page, 'version')
  await ask(page, `event_sources/${source.id}/reads`, { method: 'POST', body: [{ tag, timestamp: now }] })
}

const problem = (page, id) => page.locator(`[data-problem="${id}"]`)

describe('the operations board', () => {
  it('says who is overdue first, moves while the race runs, and opens a split and a person', async () => {
    const { page, errors, id, done } = await open('board')
    const alarm = page.getByRole('region', { name: /overdue$/ })
    await alarm.waitFor()
    const tables = page.getByRole('table')
    await tables.first().waitFor()
    assert.ok((await tables.count()) >= 3, 'a table for each race')
    const told = await page.getByText(/^as of/).textContent()
    await page.waitForFunction((t) => ![...document.querySelectorAll('p')].some((p) => p.textContent === t), told)

    // everybody stands once in the numbers of a split
    const board = await ask(page, `race_events/${id}/board?limit=1`)
    for (const r of board.races) {
      for (const s of r.splits) assert.equal(s.in + s.expectedCount + s.overdueCount + s.later + s.waiting + s.missed + s.stopped, r.registered, `${r.race} ${s.split}`)
    }

    await page.getByRole('button', { name: 'Ridge Camp' }).click()
    const panel = page.getByRole('complementary', { name: /^Ridge Camp/ })
    await panel.getByRole('heading', { name: /^Expected/ }).waitFor()
    await panel.getByText(/the field takes|at the same pace/).first().waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    const person = alarm.getByRole('link').first()
    const name = await person.locator('strong').first().textContent()
    await person.click()
    await page.waitForURL(/participants\/\d+/)
    await page.getByRole('article').getByText(name, { exact: false }).first().waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('shows one race, and its address is the view', async () => {
    const { page, done } = await open('board')
    await page.getByRole('button', { name: /^24 Hour/ }).click()
    await page.waitForURL(/race=\d+/)
    await page.getByRole('heading', { level: 2, name: /^24 Hour/ }).waitFor()
    assert.equal(await page.getByRole('table').count(), 1)
    await page.reload()
    await page.getByRole('heading', { level: 2, name: /^24 Hour/ }).waitFor()
    assert.equal(await page.getByRole('table').count(), 1)
    await page.getByRole('columnheader', { name: 'Laps' }).waitFor()
    await done()
  })

  it('goes on without raced and says how old it is', async () => {
    const { page, done } = await open('board')
    await page.getByRole('table').first().waitFor()
    await page.route('**/board*', (route) => route.abort())
    await page.getByText(/^This board is of .* raced does not answer/).waitFor()
    assert.ok((await page.getByRole('table').count()) >= 3, 'the last board stays')
    await page.unroute('**/board*')
    await page.getByText(/^This board is of/).waitFor({ state: 'detached' })
    await done()
  })

  it('prints a list for each split, with telephone numbers, and nothing else', async () => {
    const { page, errors, done } = await open('board')
    await page.getByRole('button', { name: 'Print lists' }).click()
    await page.getByRole('article', { name: 'Ridge Camp, 100K' }).waitFor()
    const numbers = page.getByRole('columnheader', { name: 'Emergency' })
    assert.ok((await numbers.count()) > 3)
    assert.deepEqual(await violations(page), [])
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('button', { name: 'Print', exact: true }).isVisible(), false)
    assert.equal(await page.getByRole('navigation').first().isVisible(), false)
    const sheet = page.getByRole('article').first()
    assert.equal(await sheet.evaluate((e) => getComputedStyle(e).breakAfter), 'page')
    assert.equal(await sheet.evaluate((e) => getComputedStyle(e).backgroundColor), 'rgb(255, 255, 255)')
    const pdf = await page.pdf({ format: 'A4' })
    assert.ok((pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length > 3, 'several pages')
    assert.deepEqual(errors, [])
    await done()
  })

  it('fits a phone, and axe finds nothing in light, dark and night', async () => {
    const { page, done } = await open('board', { width: 390, height: 844 })
    await page.getByRole('table').first().waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'no sideways scrolling')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Ridge Camp' }).click()
    await page.getByRole('complementary', { name: /^Ridge Camp/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await done()
    for (const theme of ['light', 'dark', 'night']) {
      const { page, done } = await open('board', { theme })
      await page.getByRole('table').first().waitFor()
      assert.deepEqual(await violations(page), [], theme)
      await done()
    }
  })
})

describe('the problems inbox', () => {
  it('gives an unknown tag to somebody, counts in the rail, and takes it back', async () => {
    const { page, errors, id, done } = await open('problems')
    await strayTag(page, 'E2EBOARD1')
    await problem(page, 'unknown_tag:E2EBOARD1').click()
    const detail = page.getByRole('article', { name: 'Unknown tag E2EBOARD1' })
    await detail.getByText('Nobody in the event has it').waitFor()
    await page.getByRole('link', { name: /^Problems.*open$/ }).waitFor()
    assert.deepEqual(await violations(page), [])

    await detail.getByRole('button', { name: 'Give the chip to somebody' }).click()
    await detail.getByRole('searchbox').fill('7')
    await detail.getByRole('button', { name: /^Give the chip to #7 / }).click()
    await problem(page, 'unknown_tag:E2EBOARD1').waitFor({ state: 'detached' })
    const all = await ask(page, `race_events/${id}/participants`)
    const seven = all.find((p) => p.bib === '7').id
    assert.deepEqual((await ask(page, `race_events/${id}/participants/${seven}`)).chips, ['E2EBOARD1'])

    await page.getByRole('button', { name: 'Undo' }).click()
    await problem(page, 'unknown_tag:E2EBOARD1').waitFor()
    assert.deepEqual((await ask(page, `race_events/${id}/participants/${seven}`)).chips, [])
    assert.deepEqual(errors, [])
    await done()
  })

  it('works with the keyboard alone: down the list, into it, accepted with a reason, and back', async () => {
    const { page, errors, done } = await open('problems')
    await strayTag(page, 'E2EBOARD2')
    await problem(page, 'unknown_tag:E2EBOARD2').waitFor()
    for (let i = 0; i < 200; i++) {
      await page.keyboard.press('j')
      await page.locator('[data-problem][aria-current]').waitFor()
      if ((await page.locator('[data-problem][aria-current]').getAttribute('data-problem')) === 'unknown_tag:E2EBOARD2') break
    }
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'problem-title')
    for (let i = 0; i < 12 && !(await page.getByLabel('Reason').evaluate((e) => e === document.activeElement)); i++) await page.keyboard.press('Tab')
    await page.keyboard.type('a spare chip of the crew')
    await page.keyboard.press('Enter')
    await problem(page, 'unknown_tag:E2EBOARD2').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Show accepted' }).click()
    await problem(page, 'unknown_tag:E2EBOARD2').click()
    await page.getByText(/Accepted by demo on .*: a spare chip of the crew/).waitFor()
    await page.getByRole('button', { name: 'Show accepted' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await problem(page, 'unknown_tag:E2EBOARD2').waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('says what is wrong when a remedy is refused, and fits a phone', async () => {
    const { page, done } = await open('problems', { width: 390, height: 844 })
    await page.locator('[data-problem^="missing_split"]').first().click()
    await page.getByRole('heading', { level: 2, name: /was not read at|has no read at/ }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'no sideways scrolling')
    assert.deepEqual(await violations(page), [])
    await page.route('**/crossings*', (route) => route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ error: 'Somebody changed this crossing', errors: ['Somebody changed this crossing'], code: 'conflict' }) }))
    await page.getByRole('button', { name: /^Add / }).click()
    await page.getByRole('alert').getByText('Somebody changed this crossing').waitFor()
    await page.unroute('**/crossings*')
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.locator('[data-problem]').first().waitFor()
    await done()
  })
})
