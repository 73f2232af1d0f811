// Manual Time without a line, over a crash, in two tabs, and with a server that refuses.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { house } from './house.mjs'
import { ask, bibBox, bibsOf, chooseSource, inFocus, manual, manualReads, rows } from './manual.mjs'

const home = house()

describe('without a line', () => {
  it('stamps, names and keeps; sends by itself when the line is back', async () => {
    const { page, context, errors, id, posts, done } = await manual(home)
    const [a, b] = await bibsOf(page, id, '100K', 50)
    await context.setOffline(true)
    for (const bib of [a, b]) {
      await page.keyboard.type(bib)
      await page.getByRole('region', { name: 'Bib and time' }).getByText('100K').waitFor() // the name does not need the server
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+Enter')
    await page.getByText('2 waiting for the server').waitFor()
    assert.equal(posts.length, 0)
    // what waits can still be put right, because it never left
    await page.getByRole('button', { name: new RegExp(`^Remove ${b} at`) }).click()
    await page.getByText('1 waiting for the server').waitFor()
    await context.setOffline(false)
    await page.getByText('Nothing waits').waitFor()
    assert.equal(await manualReads(page, id, a), 1)
    assert.equal(await manualReads(page, id, b), 0)
    assert.deepEqual(errors.filter((e) => !/ERR_INTERNET_DISCONNECTED/.test(e)), [])
    await done()
  })

  it('is not troubled by a reload, a crash, or being on another screen', async () => {
    const { page, context, id, done } = await manual(home)
    const [a, b] = await bibsOf(page, id, '100K', 60)
    await page.keyboard.type(a)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await rows(page).nth(1).waitFor()
    const before = await rows(page).locator('span').first().textContent()
    await page.reload()
    await rows(page).nth(1).waitFor()
    assert.equal(await rows(page).locator('span').first().textContent(), before)
    await page.close({ runBeforeUnload: false }) // as good as a crash
    const again = await context.newPage()
    await again.goto(`${home.raced.url}/${id}/manual`)
    await rows(again).nth(1).waitFor()

    // queued without a line, sent from Home
    await again.route('**/api/v1/version', (r) => r.abort())
    await again.keyboard.type(b)
    await again.keyboard.press('Enter')
    await again.keyboard.press('Escape')
    await again.keyboard.press('Control+Enter')
    await again.getByText(/waiting for the server/).waitFor()
    await again.getByRole('link', { name: 'Home', exact: true }).first().click()
    await again.getByRole('link', { name: /^Manual Time \d unsent$/ }).waitFor()
    await again.unroute('**/api/v1/version')
    await again.getByRole('link', { name: 'Manual Time 1 unsent' }).waitFor() // the stamp without a bib stays
    assert.equal(await manualReads(again, id, a), 1)
    await done()
  })

  it('stores nothing twice when the answer is lost', async () => {
    const { page, id, posts, done } = await manual(home)
    const [a] = await bibsOf(page, id, '100K', 70)
    let lost = 0
    await page.route('**/crossings/batch', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch() // the server has it
      return route.abort() // and nobody hears
    })
    await page.keyboard.type(a)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing waits').waitFor()
    assert.equal(posts.length, 2)
    assert.deepEqual(posts[0], posts[1])
    assert.equal(await manualReads(page, id, a), 1)
    await page.getByText('The server had them already').waitFor()
    await done()
  })

  it('sends once from two tabs', async () => {
    const { page, context, id, done } = await manual(home)
    const [a, b] = await bibsOf(page, id, '100K', 80)
    const other = await context.newPage()
    await other.goto(`${home.raced.url}/${id}/manual`)
    await bibBox(other).waitFor()
    await context.setOffline(true)
    await page.bringToFront()
    for (const bib of [a, b]) {
      await page.keyboard.type(bib)
      await page.keyboard.press('Enter')
    }
    await rows(other).nth(1).waitFor() // each tab shows what the other has
    await page.keyboard.press('Control+Enter')
    await other.getByText('2 waiting for the server').waitFor()
    await context.setOffline(false)
    await Promise.all([page.getByText('Nothing waits').waitFor(), other.getByText('Nothing waits').waitFor()])
    assert.equal(await manualReads(page, id, a), 1)
    assert.equal(await manualReads(page, id, b), 1)
    await done()
  })

  it('gives back what the server refuses, with its words', async () => {
    const { page, id, done } = await manual(home)
    const source = await ask(page, '/event_sources', { method: 'POST', body: JSON.stringify({ name: `Table ${Date.now()}` }) })
    const [a] = await bibsOf(page, id, '100K', 90)
    await chooseSource(page, new RegExp(source.name))
    await page.keyboard.type(a)
    await page.keyboard.press('Enter')
    await ask(page, `/event_sources/${source.id}`, { method: 'DELETE' })
    await page.keyboard.press('Control+Enter')
    await rows(page).getByText(/there is no source/i).waitFor()
    await chooseSource(page, /\(Finish\)/)
    await page.getByRole('button', { name: 'Move to the source above' }).click()
    await inFocus(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing waits').waitFor()
    assert.equal(await manualReads(page, id, a), 1)
    await done()
  })
})
