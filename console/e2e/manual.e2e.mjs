// Manual Time: by the keyboard, by the server's clock, and on a phone; against the demo race in a real browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { violations } from './browser.mjs'
import { house } from './house.mjs'
import { ask, bibBox, bibsOf, chooseSource, inFocus, manual, manualReads, rows } from './manual.mjs'

const home = house()

describe('by the keyboard alone', () => {
  it('bib, Enter; the name at once, a judgement, one batch, and undo', async () => {
    const { page, errors, id, posts, done } = await manual(home)
    const [a, b] = await bibsOf(page, id, '100K', 10)
    const [wrongRace] = await bibsOf(page, id, 'Last Standing')

    await page.keyboard.press('Escape') // out of the box, so that letters go to screens
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL(`${home.raced.url}/`)
    await page.getByRole('main').getByRole('heading').first().waitFor() // the screen stands, not only its address
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL(`${home.raced.url}/${id}/manual`)
    await inFocus(page)

    await page.keyboard.type(wrongRace)
    const entry = page.getByRole('region', { name: 'Bib and time' })
    await entry.getByText('Last Standing').first().waitFor()
    await entry.getByText('Bad', { exact: true }).waitFor()
    await entry.getByText(/stands for no split of Last Standing/i).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('99999')
    await entry.getByText('Unknown bib').waitFor()
    await page.keyboard.press('Escape')

    for (const bib of [a, b, '99999']) {
      await page.keyboard.type(bib)
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.value === '')
    }
    await inFocus(page)
    assert.equal(await rows(page).count(), 3)
    await page.getByRole('link', { name: 'Manual Time 3 unsent' }).waitFor()
    assert.deepEqual(posts, [])

    // the same bib again is told before anybody asks the server
    await page.keyboard.type(a)
    await entry.getByText(/^Also entered at \d\d:\d\d:\d\d, not saved yet\.$/).waitFor()
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing waits').waitFor()
    assert.equal(posts.length, 1)
    assert.deepEqual(posts[0].map((c) => [c.tag, c.reader_id, c.participant_id === null]), [[a, 'manual', false], [b, 'manual', false], ['99999', 'manual', true]])
    assert.equal(await manualReads(page, id, a), 1)
    await inFocus(page)

    const edits = await ask(page, `/race_events/${id}/edits?limit=1`)
    assert.equal(edits[0].kind, 'manual time')
    const undo = page.getByRole('button', { name: /^Undo: 3 times/ })
    await undo.focus()
    await page.keyboard.press('Enter')
    await rows(page).nth(2).waitFor()
    await inFocus(page)
    assert.equal(await manualReads(page, id, a), 0)

    // taken back, it can be put right and saved again
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing waits').waitFor()
    assert.equal(await manualReads(page, id, a), 1)
    await page.getByRole('button', { name: /^Undo: 3 times/ }).click()
    await rows(page).nth(2).waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('the time first and the bib later', async () => {
    const { page, id, done } = await manual(home)
    const [a, b] = await bibsOf(page, id, '100K', 20)
    await page.keyboard.press('Space')
    await rows(page).nth(0).waitFor()
    await page.keyboard.press('Space')
    await rows(page).nth(1).waitFor()
    const times = () => rows(page).locator('span').evaluateAll((spans) => spans.map((s) => s.textContent).filter((t) => /^\d\d:\d\d:\d\d\.\d\d\d$/.test(t)))
    const stamped = await times()
    assert.equal(await page.getByRole('button', { name: /^Save/ }).isDisabled(), true)

    await page.getByText(`Bib for ${stamped[1]}`).waitFor() // the older one asks first
    await page.keyboard.type(a)
    await page.keyboard.press('Enter')
    await page.getByText(`Bib for ${stamped[0]}`).waitFor()
    await page.keyboard.type(b)
    await page.keyboard.press('Enter')
    await page.getByText('Enter stamps the time now.').waitFor()
    assert.deepEqual(await times(), stamped)
    assert.match(await rows(page).nth(0).textContent(), new RegExp(`${stamped[0]}${b}`))
    assert.match(await rows(page).nth(1).textContent(), new RegExp(`${stamped[1]}${a}`))

    // half a bib, the runner crosses, the other half
    await page.keyboard.type(a.slice(0, 1))
    await page.keyboard.press('Space')
    await page.keyboard.type(a.slice(1))
    await page.keyboard.press('Enter')
    await rows(page).nth(2).waitFor()
    await rows(page).nth(0).getByText(a, { exact: true }).waitFor()
    await done()
  })

  it('a typed time, changing one, removing one, putting it back', async () => {
    const { page, id, done } = await manual(home)
    const [a, b] = await bibsOf(page, id, '100K', 30)
    await page.keyboard.type(a)
    await page.keyboard.press('Tab')
    await page.keyboard.type('noon')
    await page.keyboard.press('Enter')
    await page.getByText('noon is no time of day; write it like 13:04:22 or 130422.').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('130422.5')
    await page.keyboard.press('Enter')
    await rows(page).getByText('13:04:22.500').waitFor()
    await inFocus(page)

    await page.keyboard.press('ArrowDown')
    await page.getByText('Change 13:04:22.500').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(b)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('13:04:25')
    await page.keyboard.press('Enter')
    await rows(page).getByText('13:04:25.000').waitFor()
    assert.ok((await rows(page).first().textContent()).includes(b))
    await inFocus(page)

    await page.keyboard.press('ArrowDown')
    await page.getByText('Change 13:04:25.000').waitFor()
    await page.keyboard.press('Delete')
    await page.getByText('Nothing waits').waitFor()
    await page.getByRole('button', { name: 'Put it back' }).click()
    await rows(page).getByText('13:04:25.000').waitFor()
    await inFocus(page)
    await done()
  })

  it('keeps a time that was stamped before a source was chosen, and takes no save without one', async () => {
    const { page, id, posts, done } = await manual(home, {}, null)
    const [a] = await bibsOf(page, id, '100K', 40)
    await page.getByText('Choose where these times are taken.').waitFor()
    await page.keyboard.type(a)
    await page.keyboard.press('Enter')
    await rows(page).first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
    await chooseSource(page, /\(Finish\)/)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing waits').waitFor()
    assert.equal(posts.length, 1)
    await page.reload()
    await bibBox(page).waitFor()
    // the sources come a moment after the screen
    await page.getByRole('combobox', { name: 'Event source' }).locator('option:checked', { hasText: '(Finish)' }).waitFor({ state: 'attached' })
    await done()
  })
})

describe('the clock', () => {
  it('is the server\'s, and says so when this computer\'s is another', async () => {
    const { page, context, done } = await manual(home)
    await page.getByRole('timer', { name: 'Time now' }).getByText(/^\d\d:\d\d:\d\d\.\d$/).waitFor()
    await page.getByText(/^This computer is .+ (behind|ahead)\. Times are the server's\.$/).waitFor() // the demo's day runs faster than the wall's
    // a laptop that is an hour late stamps the same time as the server
    const late = await context.newPage()
    await late.addInitScript(() => {
      const real = Date.now.bind(Date)
      Date.now = () => real() - 3_600_000
    })
    await late.goto(page.url())
    await bibBox(late).waitFor()
    await late.getByText(/^This computer is \d+:\d\d:\d\d behind\./).waitFor()
    const shown = (p) => p.getByRole('timer', { name: 'Time now' }).locator('b').textContent()
    const seconds = (t) => t.split(':').reduce((s, x) => s * 60 + Number(x), 0)
    // the sentence may come a tick before the clock follows it
    const near = async () => {
      const [here, there] = await Promise.all([shown(page), shown(late)])
      return Math.abs(seconds(here) - seconds(there)) < 300 ? '' : there
    }
    for (let ticks = 0, far = await near(); far; far = await near()) {
      assert.ok(++ticks < 50, `still ${far}`)
      await late.waitForFunction((before) => document.querySelector('[role=timer] b').textContent !== before, far)
    }
    await done()
  })
})

describe('on a phone', () => {
  it('works with one thumb', async () => {
    const { page, errors, id, posts, done } = await manual(home, { width: 390, height: 844, hasTouch: true, isMobile: true, theme: 'night' })
    const [a] = await bibsOf(page, id, '100K', 100)
    assert.equal(await bibBox(page).getAttribute('inputmode'), 'none')
    const pad = page.getByRole('group', { name: 'Digits' })
    for (const digit of a) await pad.getByRole('button', { name: digit, exact: true }).tap()
    assert.equal(await bibBox(page).inputValue(), a)
    await pad.getByRole('button', { name: 'Delete the last digit' }).tap()
    assert.equal(await bibBox(page).inputValue(), a.slice(0, -1))
    await pad.getByRole('button', { name: a.at(-1), exact: true }).tap()
    await pad.getByRole('button', { name: 'Stamp' }).tap()
    await rows(page).getByText('100K').waitFor()
    await pad.getByRole('button', { name: 'Time only' }).tap()
    await rows(page).getByText('Bib to come').waitFor()
    await pad.getByRole('button', { name: 'Letters' }).tap()
    await page.waitForFunction(() => document.activeElement?.getAttribute('inputmode') === 'text')
    await pad.getByRole('button', { name: 'Digits instead of letters' }).tap()
    for (const key of await pad.getByRole('button').all()) {
      const box = await key.boundingBox()
      assert.ok(box.height >= 56 && box.y + box.height <= 844 - 56, `${await key.innerText()} is ${box.height} high, ends at ${box.y + box.height}`)
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Save 1 time' }).tap()
    await page.getByRole('list', { name: 'Unsent times' }).getByText('100K').waitFor({ state: 'detached' })
    assert.equal(posts.length, 1)
    assert.deepEqual(errors, [])
    await done()
  })
})

for (const theme of ['light', 'dark']) {
  it(`axe finds nothing, ${theme}`, async () => {
    const { page, id, done } = await manual(home, { theme })
    assert.deepEqual(await violations(page), [])
    const [a] = await bibsOf(page, id, '100K', 110)
    for (const bib of [a, '99999']) {
      await page.keyboard.type(bib)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Space')
    await page.keyboard.type(a)
    await page.getByText(/^Also entered at/).first().waitFor()
    await page.waitForFunction(() => document.getAnimations().every((a) => a.playState === 'finished' || a.effect.getTiming().duration > 1000))
    assert.deepEqual(await violations(page), [])
    await done()
  })
}
