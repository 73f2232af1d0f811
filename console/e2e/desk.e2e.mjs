// What stands around the screens at the desk: the sidebar, search, the printer of Settings; against the demo race in a real home.browser.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { ask } from './manual.mjs'
import { house } from './house.mjs'

const home = house()

/** A signed-in page on Home, with people in it. */
async function openHome(options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  await page.getByText(/^Last 30 Min - [\d,]+ seen$/).waitFor()
  const id = await page.evaluate(() => Number(localStorage.getItem('activeRaceEventId')))
  return { page, errors, id, done: () => context.close() }
}

const sidebar = (page) => page.getByRole('complementary', { name: 'Sidebar' })

describe('the sidebar', () => {
  it('tells, leads on, and forgets one by one or all at once', async () => {
    const { page, errors, done } = await openHome()
    // something to be told: tags that nobody owns
    const sources = await ask(page, '/event_sources')
    const at = (await ask(page, '/version')).now
    const finish = sources.find((s) => s.name === 'Finish Arch')
    for (const tag of ['900001', '900002']) await ask(page, `/event_sources/${finish.id}/reads`, { method: 'POST', body: JSON.stringify([{ tag, timestamp: at }]) })
    const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
    await bell.waitFor()
    await bell.focus()
    await page.keyboard.press('Enter')
    const lines = sidebar(page).getByRole('listitem')
    await lines.nth(1).waitFor()
    // the badge counts what is listed
    await page.waitForFunction(() => document.querySelectorAll('aside[aria-label=Sidebar] li').length === Number(/\d+/.exec(document.querySelector('header [aria-label^=Notifications]').getAttribute('aria-label'))?.[0]))
    assert.match(await lines.first().getByRole('img').first().getAttribute('aria-label'), /^(info|warning|error)$/)
    assert.deepEqual(await violations(page), [])

    const removed = page.waitForResponse((r) => r.request().method() === 'DELETE' && r.url().includes('/notifications/'))
    await lines.first().getByRole('button', { name: /^Remove: / }).focus()
    await page.keyboard.press('Enter')
    const gone = Number((await removed).url().split('/').at(-1))
    assert.ok(!(await ask(page, '/notifications')).some((n) => n.id === gone))

    const link = sidebar(page).locator('li a').first()
    if ((await link.count()) > 0) {
      await link.focus()
      const to = await link.getAttribute('href')
      await page.keyboard.press('Enter')
      await page.waitForURL((u) => (u.pathname + u.search).startsWith(to.split('?')[0]))
    }
    const before = await ask(page, '/notifications')
    const read = page.waitForResponse((r) => r.url().endsWith('/notifications/read_all'))
    await sidebar(page).getByRole('button', { name: 'Mark all read' }).click()
    await sidebar(page).getByText('Nothing new').waitFor() // before the answer
    await read
    const after = await ask(page, '/notifications') // the race goes on: there may be new ones
    assert.ok(before.every((b) => after.every((a) => a.id !== b.id)))
    assert.deepEqual(errors, [])
    await done()
  })

  it('keeps the last ten people, newest first, each once', async () => {
    const { page, id, done } = await openHome()
    const people = (await ask(page, `/race_events/${id}/participants`)).slice(0, 11)
    for (const p of [...people, people[4]]) {
      await page.goto(`${home.raced.url}/${id}/participants/${p.id}`)
      await page.getByRole('article').waitFor()
    }
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await sidebar(page).getByRole('tab', { name: 'Notifications' }).focus()
    await page.keyboard.press('ArrowRight')
    await sidebar(page).getByRole('tab', { name: 'Recents', selected: true }).waitFor()
    const links = sidebar(page).getByRole('link')
    await links.nth(9).waitFor()
    const hrefs = await links.evaluateAll((all) => all.map((a) => Number(a.getAttribute('href').split('/')[3])))
    const want = [people[4], ...people.toReversed().filter((p) => p !== people[4])].slice(0, 10).map((p) => p.id)
    assert.deepEqual(hrefs, want)
    await done()
  })

  it('shows the last twelve at a split, live, and whoever is unknown', async () => {
    const { page, id, done } = await openHome()
    const event = await ask(page, `/race_events/${id}`)
    const split = event.races.flatMap((r) => r.splits).find((s) => s.name === 'Finish')
    await page.evaluate((id) => localStorage.setItem('lastSeenSelectedSplitId', String(id)), split.id)
    await page.evaluate(() => localStorage.setItem('sidebarTab', 'lastseen'))
    await page.reload()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const list = sidebar(page).getByRole('tabpanel').getByRole('listitem')
    await list.first().waitFor()
    assert.ok((await list.count()) <= 12)
    const select = sidebar(page).getByRole('combobox', { name: 'Split' })
    assert.equal(await select.inputValue(), String(split.id))
    const lap = event.races.find((r) => r.isTimed).splits.find((s) => s.distance > 0)
    await select.selectOption(String(lap.id))
    await page.waitForFunction(() => document.querySelectorAll('[aria-label=Sidebar] [role=tabpanel] li').length === 12)
    const before = await list.first().textContent()
    await page.waitForFunction((was) => document.querySelector('[aria-label=Sidebar] [role=tabpanel] li')?.textContent !== was, before)
    await page.reload()
    await list.first().waitFor()
    assert.equal(await select.inputValue(), String(lap.id))
    assert.equal(await page.evaluate(() => localStorage.getItem('lastSeenSelectedSplitId')), String(lap.id))
    await done()
  })
})

describe('search', () => {
  it('finds people by name, bib and note, and events, by the keyboard; at most eleven of each', async () => {
    const { page, errors, id, done } = await openHome()
    const people = await ask(page, `/race_events/${id}/participants`)
    const options = page.getByRole('listbox').getByRole('option')
    const find = async (text) => {
      await page.keyboard.press('/')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    }
    await find('a')
    await page.waitForFunction(() => document.querySelectorAll('[role=group][aria-label=People] [role=option]').length === 11)

    const who = people.find((p) => p.bib && p.bib.length >= 3)
    await page.keyboard.press('Escape')
    await find(`${who.lastName.toUpperCase()} ${who.firstName.slice(0, 3)} ${who.bib}`)
    await options.first().getByText(`${who.firstName} ${who.lastName}`).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/${id}/participants/${who.id}`))
    await page.getByRole('article').waitFor() // it takes the focus when it is there

    const noted = people.find((p) => p.notes)
    if (noted) {
      await page.locator('main').focus()
      await find(noted.notes.split(' ').slice(0, 3).join(' '))
      await options.first().waitFor()
      await page.keyboard.press('Escape')
    }
    const event = await ask(page, `/race_events/${id}`)
    await page.locator('main').focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.type(event.name.split(' ').toReversed().join(' '))
    await page.getByRole('dialog').getByRole('group', { name: 'Events' }).getByText(event.name).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('zzqx nobody')
    await page.getByRole('dialog').locator('p').getByText('No Results').first().waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('finish slips', () => {
  it('print from the performance tab once there is a printer, and say why not', async () => {
    const slips = []
    const printer = createServer((socket) => {
      let slip = ''
      socket.on('data', (text) => (slip += text))
      socket.on('end', () => slips.push(slip))
    })
    await new Promise((resolve) => printer.listen(0, '127.0.0.1', resolve))
    const address = `127.0.0.1:${printer.address().port}`
    const { page, errors, id, done } = await openHome()
    const [who] = (await ask(page, `/race_events/${id}/participants`)).filter((p) => p.st && p.lastName)
    const open = async () => {
      await page.goto(`${home.raced.url}/${id}/participants/${who.id}`)
      await page.getByRole('article').getByText('Overall', { exact: true }).first().waitFor()
    }
    await open()
    const print = page.getByRole('article').getByRole('button', { name: 'Print' })
    assert.equal(await print.count(), 0)

    const settings = async (text) => {
      await page.goto(`${home.raced.url}/settings`)
      const field = page.getByLabel('Printer address')
      await field.fill(text)
      await field.press('Enter')
    }
    await settings('not an address')
    await page.getByText('Write a host, or a host and a port, like 192.168.1.50:9100.').waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('printerAddress')), null)
    assert.deepEqual(await violations(page), [])

    await settings(address)
    await open()
    await print.focus()
    await page.keyboard.press('Enter')
    await page.getByText(`The slip went to the printer at ${address}.`).waitFor()
    assert.equal(slips.length, 1)
    assert.match(slips[0], /^\^XA\n/)
    assert.ok(slips[0].includes(`^FD${who.firstName} ${who.lastName}^FS`))
    assert.ok(slips[0].includes(`^FDBib ${who.bib} - `))

    await new Promise((resolve) => printer.close(resolve))
    await print.click()
    await page.getByText(`nothing was printed: no printer takes the slip at ${address}, it refuses the connection`).waitFor()
    assert.deepEqual(await violations(page), [])

    await settings('')
    await open()
    assert.equal(await print.count(), 0)
    assert.deepEqual(errors, [])
    await done()
  })
})
