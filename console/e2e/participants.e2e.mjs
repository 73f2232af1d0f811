// The results table, one person, and the ticker, against the demo race in a real home.browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { house } from './house.mjs'

const home = house()

/** A signed-in page on the participants list of the demo event. */
async function open(options = {}, search = '') {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const id = await eventId(page)
  await page.goto(`${home.raced.url}/${id}/participants${search}`)
  await page.locator('[role=grid] [data-index]').first().waitFor()
  return { page, errors, id, done: () => context.close() }
}

function eventId(page) {
  return page.evaluate(async () => {
    const answer = await fetch('/api/v1/race_events', { headers: { Authentication: `Bearer ${localStorage.getItem('token')}` } })
    return (await answer.json())[0].id
  })
}

const grid = (page) => page.getByRole('grid', { name: 'Participants' })
const filters = (page) => page.getByRole('group', { name: 'Filters' })
const rows = (page) => page.locator('[role=grid] [data-index]')
const count = async (page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1
const openBibs = (page) => page.locator('[role=grid] [aria-selected=true]')

describe('participants', () => {
  it('rows move while the race runs, and a runner shows why each read counted', async () => {
    // whoever was seen last is on top, and a row flashes when its place, last-seen time or last split changed
    const { page, errors, done } = await open({}, '?sort=-seen&cols=seen')
    assert.ok((await count(page)) > 500)
    await page.locator('[role=row] > i').first().waitFor({ state: 'attached', timeout: 30_000 })

    await filters(page).getByRole('button', { name: '100K' }).click()
    const before = await rows(page).first().textContent()
    await rows(page).first().click()
    const person = page.getByRole('article')
    await person.getByRole('heading', { name: /^Reads/ }).waitFor()
    const bib = (await person.locator('header b').textContent()).trim()
    assert.ok(before.includes(bib), `${before} opens ${bib}`)
    await assert.match(await person.textContent(), /of \d+/)
    const reads = person.locator('section', { has: page.getByRole('heading', { name: /^Reads/ }) })
    assert.match(await reads.textContent(), /start/)
    assert.match(await reads.textContent(), /last read before leaving/)
    const fold = reads.getByRole('button', { name: /more reads? of this passage/ }).first()
    await fold.click()
    assert.match(await reads.textContent(), /repeat/)
    await reads.getByRole('button', { name: 'Fold this passage' }).click()
    assert.equal(await person.getByRole('rowheader', { name: 'Start' }).count(), 1)
    assert.deepEqual(errors, [])
    await done()
  })

  it('a crossing in the ticker opens the person and is gone after seven seconds', async () => {
    const { page, errors, done } = await open()
    const arrival = page.getByLabel('Live ticker').locator('li a').first()
    await arrival.waitFor({ timeout: 30_000 })
    // read and clicked in one go: the column moves on while one looks at it
    const bib = await arrival.evaluate((a) => {
      a.click()
      return a.querySelector('b').textContent.trim()
    })
    assert.match(bib, /^[1-9A-Za-z]/, 'no leading zeros')
    await page.waitForURL(/participants\/\d+/)
    await page.getByRole('article').locator('header b').waitFor()
    assert.equal((await page.getByRole('article').locator('header b').textContent()).trim(), bib)
    const own = page.getByLabel('Live ticker').locator('li').filter({ hasText: bib })
    const first = await own.first().elementHandle()
    if (first) await page.waitForFunction((li) => !li.isConnected, first, { timeout: 9_000 })
    assert.deepEqual(errors, [])
    await done()
  })

  it('filters and order stand in the address and survive a reload', async () => {
    const { page, errors, done } = await open()
    const all = await count(page)
    await page.getByLabel('Find in list').fill('ana')
    await filters(page).getByRole('button', { name: '24 Hour' }).click()
    await filters(page).getByRole('button', { name: 'Gender' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Women' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Last name' }).click()
    await page.waitForURL((u) => u.searchParams.get('q') === 'ana' && u.searchParams.get('gender') === 'F' && u.searchParams.get('sort') === 'last' && u.searchParams.has('race'))
    const some = await count(page)
    assert.ok(some < all, `${some} of ${all}`)
    await page.reload()
    await grid(page).waitFor()
    assert.equal(await count(page), some)
    assert.equal(await page.getByLabel('Find in list').inputValue(), 'ana')
    assert.equal(await page.getByRole('columnheader', { name: 'Last name' }).getAttribute('aria-sort'), 'ascending')
    await page.getByRole('button', { name: /^Clear \d filters/ }).click()
    await page.waitForURL((u) => !u.searchParams.has('q') && !u.searchParams.has('gender'))
    assert.equal(await count(page), all)
    assert.deepEqual(errors, [])
    await done()
  })

  it('each filter lets through what it says', async () => {
    const { page, done } = await open({}, '?status=15')
    const bibs = (p) => rows(p).evaluateAll((all) => all.map((r) => r.textContent))
    for (const text of await bibs(page)) assert.doesNotMatch(text, /Finished|DNS|DNF|DQ/)
    await page.goto(page.url().replace(/\?.*/, '?bib=10'))
    await rows(page).first().waitFor()
    const shown = await page.locator('[role=gridcell] span').evaluateAll((spans) => spans.filter((s) => /bibText/.test(s.className)).map((s) => s.textContent))
    assert.ok(shown.length > 0)
    for (const bib of shown) assert.match(bib, /^0*10/)
    await page.goto(page.url().replace(/\?.*/, '?q=nobody-is-called-this'))
    await page.getByText('Nobody matches these filters').waitFor()
    await done()
  })

  it('everything is reached by keyboard', async () => {
    const { page, errors, done } = await open({}, '?race=1&sort=bib')
    await grid(page).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    const active = () => page.evaluate(() => document.getElementById(document.querySelector('[role=grid]').getAttribute('aria-activedescendant'))?.ariaRowIndex)
    assert.equal(await active(), '3')
    await page.keyboard.press('End')
    assert.equal(Number(await active()), (await count(page)) + 1)
    await page.keyboard.press('PageUp')
    assert.ok(Number(await active()) < (await count(page)))
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.waitForURL(/participants\/\d+/)
    const name = () => page.getByRole('article').getByRole('heading', { level: 1 }).textContent()
    const first = await name()
    await page.keyboard.press('j')
    await page.waitForFunction((was) => document.querySelector('article h1')?.textContent !== was, first)
    await page.getByText(/^2 of /).waitFor()
    assert.equal(await openBibs(page).getAttribute('aria-rowindex'), '3')
    await page.keyboard.press('k')
    await page.getByText(/^1 of /).waitFor()
    assert.equal(await name(), first)
    await page.keyboard.press('Escape')
    // the heads: one tab stop, left and right between them, Enter sorts
    await grid(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL((u) => u.searchParams.get('sort') === 'last')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL((u) => u.pathname.endsWith('/participants') && u.searchParams.get('sort') === 'bib')
    assert.deepEqual(errors, [])
    await done()
  })

  it('columns are chosen from a menu and stand in the address', async () => {
    const { page, done } = await open()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Last seen' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Wave' }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL((u) => u.searchParams.get('cols') === '-wave~seen')
    await page.reload()
    await page.getByRole('columnheader', { name: 'Last seen' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Wave' }).count(), 0)
    await done()
  })

  it('what is being read stays where it is', async () => {
    const { page, done } = await open({}, '?sort=-seen&cols=seen')
    await grid(page).evaluate((g) => g.scrollTo(0, 2_800))
    await rows(page).filter({ visible: true }).first().waitFor()
    await page.waitForFunction(() => Number(document.querySelector('[role=grid] [data-index]').dataset.index) > 50)
    const anchor = () => grid(page).evaluate((g) => [...g.querySelectorAll('[data-index]')].find((r) => r.getBoundingClientRect().top > g.getBoundingClientRect().top + 40)?.textContent.slice(0, 24))
    const reading = await anchor()
    // whoever is seen next comes in at the top: above what is being read
    await page.getByRole('button', { name: /^\d+ above/ }).waitFor({ timeout: 30_000 })
    assert.equal(await anchor(), reading)
    await page.getByRole('button', { name: /^\d+ above/ }).click()
    assert.ok((await grid(page).evaluate((g) => g.scrollTop)) < 28)
    await done()
  })

  it('on paper every row is there, and without motion a change is a mark', async () => {
    const { page, done } = await open({ reducedMotion: 'reduce' }, '?sort=-seen&cols=seen')
    await page.locator('[role=row] > i').first().waitFor({ state: 'attached', timeout: 30_000 })
    const mark = await page.locator('[role=row] > i').first().evaluate((i) => ({ width: i.offsetWidth, lasts: getComputedStyle(i).animationDuration }))
    assert.ok(mark.width <= 6 && mark.lasts === '1.5s', JSON.stringify(mark))
    const everybody = await count(page)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('table:has(caption)')
    assert.equal(await paper.locator('tbody tr').count(), everybody)
    assert.equal(await page.locator('[role=grid]').isVisible(), false)
    assert.equal(await page.locator('[aria-label=Filters]').isVisible(), false)
    if (process.env.PAPER) await page.screenshot({ path: process.env.PAPER })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    assert.equal(await paper.count(), 0)
    await done()
  })

  it('a phone shows rows in two lines and one thing at a time', async () => {
    const { page, errors, done } = await open({ width: 390, height: 844, hasTouch: true, isMobile: true })
    assert.equal(await page.getByRole('columnheader').count(), 0)
    assert.ok((await rows(page).first().boundingBox()).height >= 48)
    await rows(page).nth(2).tap()
    const person = page.getByRole('article')
    await person.getByRole('heading', { name: /^Reads/ }).waitFor()
    assert.equal(await grid(page).isVisible(), false)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing hangs over the edge')
    await person.getByRole('button', { name: 'Close' }).tap()
    await grid(page).waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  for (const theme of ['light', 'dark']) {
    it(`axe finds nothing (${theme})`, async () => {
      const { page, done } = await open({ theme })
      assert.deepEqual(await violations(page), [])
      await rows(page).nth(1).click()
      await page.getByRole('article').getByRole('heading', { name: /^Reads/ }).waitFor()
      assert.deepEqual(await violations(page), [])
      await page.setViewportSize({ width: 390, height: 844 })
      assert.deepEqual(await violations(page), [])
      await done()
    })
  }
})
