// Manual Time: by the keyboard, on a phone, without a line, and over a crash; against the demo race in a real browser.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { launch, newPage, signIn, violations } from './browser.mjs'
import { startRaced } from './raced.mjs'

let raced, browser
before(async () => {
  ;[raced, browser] = await Promise.all([startRaced(), launch()])
})
after(async () => {
  await browser?.close()
  await raced?.stop()
})

/** A signed-in page on Manual Time with a source that stands at the finish. `posts` counts the batches that left the browser. */
async function manual(options = {}, source = /\(Finish\)/) {
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

const bibBox = (page) => page.locator('input[name=bib]')
const rows = (page) => page.locator('ol[aria-label="Unsent times"] > li')
const inFocus = (page) => page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'bib')

async function chooseSource(page, name) {
  const select = page.getByRole('combobox', { name: 'Event source' })
  await select.locator('option', { hasText: name }).first().waitFor({ state: 'attached' })
  await select.selectOption({ label: (await select.locator('option').allTextContents()).find((o) => name.test(o)) })
  await inFocus(page)
}

/** What the API says, asked by the page's own session. */
function ask(page, path, init = {}) {
  return page.evaluate(
    async ([path, init]) => {
      const r = await fetch(`/api/v1${path}`, { ...init, headers: { Authorization: `Bearer ${localStorage.getItem('token')}`, 'Content-Type': 'application/json' } })
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
async function bibsOf(page, id, race, from = 0) {
  const event = await ask(page, `/race_events/${id}`)
  const wanted = event.races.find((r) => r.name === race)
  return (await ask(page, `/race_events/${id}/races/${wanted.id}/participants`)).map((p) => p.bib).filter(Boolean).slice(from)
}

/** How many times somebody entered for a bib by hand. */
async function manualReads(page, id, bib) {
  const told = await ask(page, `/race_events/${id}/explain?bib=${bib}`)
  return told.reads.filter((r) => r.manual && r.disposition !== 'voided').length
}

describe('by the keyboard alone', () => {
  it('bib, Enter; the name at once, a judgement, one batch, and undo', async () => {
    const { page, errors, id, posts, done } = await manual()
    const [a, b] = await bibsOf(page, id, '100K', 10)
    const [wrongRace] = await bibsOf(page, id, 'Last Standing')

    await page.keyboard.press('Escape') // out of the box, so that letters go to screens
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL(`${raced.url}/`)
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.waitForURL(`${raced.url}/${id}/manual`)
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
    const { page, id, done } = await manual()
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
    const { page, id, done } = await manual()
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
    const { page, id, posts, done } = await manual({}, null)
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
    assert.match(await page.getByRole('combobox', { name: 'Event source' }).locator('option:checked').textContent(), /\(Finish\)/)
    await done()
  })
})

describe('without a line', () => {
  it('stamps, names and keeps; sends by itself when the line is back', async () => {
    const { page, context, errors, id, posts, done } = await manual()
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
    const { page, context, id, done } = await manual()
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
    await again.goto(`${raced.url}/${id}/manual`)
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
    const { page, id, posts, done } = await manual()
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
    const { page, context, id, done } = await manual()
    const [a, b] = await bibsOf(page, id, '100K', 80)
    const other = await context.newPage()
    await other.goto(`${raced.url}/${id}/manual`)
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
    const { page, id, done } = await manual()
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

describe('the clock', () => {
  it('is the server\'s, and says so when this computer\'s is another', async () => {
    const { page, context, done } = await manual()
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
    const [here, there] = await Promise.all([shown(page), shown(late)])
    assert.ok(Math.abs(seconds(here) - seconds(there)) < 300, `${here} and ${there}`)
    await done()
  })
})

describe('on a phone', () => {
  it('works with one thumb', async () => {
    const { page, errors, id, posts, done } = await manual({ width: 390, height: 844, hasTouch: true, isMobile: true, theme: 'night' })
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
    const { page, id, done } = await manual({ theme })
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
