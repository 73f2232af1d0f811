// Signing in, the frame around every screen, Home and Settings, against the demo race in a real home.browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { house } from './house.mjs'

const home = house()

/** A signed-in page on Home, with people in it. */
async function openHome(options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  await page.getByText(/^Last 30 Min - \d+ seen$/).waitFor()
  const id = await page.evaluate(() => Number(localStorage.getItem('activeRaceEventId')))
  return { page, errors, id, done: () => context.close() }
}

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)

describe('sign-in', () => {
  it('keeps the wanted path, shakes at a wrong password, and goes on with the right one', async () => {
    const { page, errors, context } = await newPage(home.browser)
    await page.goto(`${home.raced.url}/1/participants?gender=F`)
    await page.waitForURL(/\/login\?t=/)
    assert.equal(new URL(page.url()).searchParams.get('t'), '/1/participants?gender=F')
    await page.getByLabel('Username').waitFor()
    assert.equal(await focused(page), 'u')

    await page.keyboard.type('demo')
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    const form = page.locator('form')
    const before = await form.innerText()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('form').getAnimations().length > 0)
    await page.locator('form[data-refused]').waitFor()
    assert.equal(await focused(page), 'p')
    assert.deepEqual(await page.evaluate(() => [document.activeElement.selectionStart, document.activeElement.selectionEnd]), [0, 5])
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
    // Nothing is said on the screen; a screen reader hears it.
    const said = page.getByRole('alert')
    assert.match(await said.textContent(), /Check the username and the password/)
    assert.equal((await said.boundingBox()).width, 1)
    assert.equal((await form.innerText()).replace(await said.innerText(), '').trim(), before.trim())

    await page.keyboard.type('demo')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/1\/participants\?gender=F$/)
    assert.equal((await page.evaluate(() => localStorage.getItem('token'))).split('.').length, 3)
    assert.deepEqual(errors, [])
    await context.close()
  })

  it('follows no path that leads out of the console', async () => {
    for (const t of ['//elsewhere.example/', 'https://elsewhere.example/', '/\\elsewhere.example', '/login?t=/settings']) {
      const { page, context } = await newPage(home.browser)
      await page.goto(`${home.raced.url}/login?t=${encodeURIComponent(t)}`)
      await page.getByLabel('Username').fill('demo')
      await page.getByLabel('Password').fill('demo')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`${home.raced.url}/`)
      await context.close()
    }
  })

  it('comes back when the server no longer takes the token', async () => {
    const { page, done } = await openHome()
    await page.evaluate(() => localStorage.setItem('token', localStorage.getItem('token').replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')).replace(/\.[^.]+$/, '.AAAA')))
    await page.goto(`${home.raced.url}/settings`)
    await page.waitForURL(/\/login\?t=%2Fsettings$/)
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
    await done()
  })

  it('ends by the button in Settings', async () => {
    const { page, done } = await openHome()
    await page.goto(`${home.raced.url}/settings`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/login$/)
    await page.goto(`${home.raced.url}/settings`)
    await page.waitForURL(/\/login\?t=/)
    await done()
  })
})

describe('home', () => {
  it('shows the last import, both charts with their numbers, and who was just seen', async () => {
    const { page, errors, done } = await openHome()
    await page.getByText('Last Import').waitFor()
    const status = page.getByRole('table', { name: 'Participant Status' })
    assert.deepEqual((await status.getByRole('rowheader').allTextContents()).toSorted(), ['Current', 'Did Not Finish', 'Did Not Start', 'Finished', 'Other'])
    const counts = (await status.locator('tbody td:nth-of-type(1)').allTextContents()).map((t) => Number(t.replaceAll(',', '')))
    assert.deepEqual(counts, counts.toSorted((a, b) => b - a))
    const shares = (await status.locator('tbody td:nth-of-type(2)').allTextContents()).map((t) => {
      assert.match(t, /^\d+\.\d\d%$/)
      return Number.parseFloat(t)
    })
    assert.ok(Math.abs(shares.reduce((a, b) => a + b, 0) - 100) < 0.1)
    await page.getByRole('table', { name: 'Participants by Gender' }).getByText('Female').waitFor()

    const active = page.getByRole('table', { name: 'Active Participants' })
    const first = await active.locator('[role=row][aria-rowindex="2"]').textContent()
    await page.waitForFunction((was) => document.querySelector('[role=row][aria-rowindex="2"]')?.textContent.slice(0, 12) !== was.slice(0, 12), first, { timeout: 60_000 })
    assert.deepEqual(errors, [])
    await done()
  })

  it('says how old it is while the line is down, and goes on by itself', async () => {
    const { page, context } = await newPage(home.browser)
    const lines = []
    let cut = false
    await page.routeWebSocket(/\/ws$/, (ws) => {
      if (cut) return ws.close()
      ws.connectToServer()
      lines.push(ws)
    })
    await signIn(page, home.raced.url)
    await page.getByRole('button', { name: /^Connected/ }).waitFor()
    cut = true
    for (const ws of lines) await ws.close()
    await page.getByRole('button', { name: /^Offline/ }).waitFor()
    await page.getByText(/^Showing \d\d:\d\d:\d\d \S+, reconnecting$/).waitFor()
    cut = false
    await page.getByRole('button', { name: /^Connected/ }).waitFor({ timeout: 30_000 })
    assert.equal(await page.getByText(/reconnecting$/).count(), 0)
    await context.close()
  })
})

describe('settings', () => {
  it('changes the theme at once, for good, and before the first paint', async () => {
    const { page, done } = await openHome()
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await page.goto(`${home.raced.url}/settings`)
    const choice = page.getByRole('radiogroup', { name: 'Theme' })
    for (const name of ['Dark', 'Night', 'Light']) {
      await choice.getByText(name, { exact: true }).click()
      assert.equal(await theme(), name.toLowerCase())
    }
    await choice.getByText('Night', { exact: true }).click()
    await page.goto(`${home.raced.url}/settings`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.body)
    assert.equal(await theme(), 'night')
    await choice.getByText('System', { exact: true }).click()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await done()
  })

  it('changes units and density', async () => {
    const { page, done } = await openHome()
    await page.goto(`${home.raced.url}/settings`)
    await page.getByText('A marathon is 42.2 km.').waitFor()
    await page.getByText('Miles', { exact: true }).click()
    await page.getByText('A marathon is 26.2 mi.').waitFor()
    await page.getByText('Comfortable', { exact: true }).click()
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--row').trim()), '36px')
    await done()
  })
})

describe('keyboard alone', () => {
  it('goes everywhere: search, palette, shortcuts, screens, menus', async () => {
    const { page, errors, id, done } = await openHome()
    const at = (path) => page.waitForURL(home.raced.url + path)

    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to the screen')

    await page.keyboard.press('/')
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Search')
    await page.keyboard.type('101')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/${id}/participants/\\d+`))
    await page.getByRole('article').waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.type('settings')
    await page.getByRole('option', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Enter')
    await at('/settings')

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await at(`/${id}/participants`)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await at('/')

    const actions = page.getByRole('button', { name: 'Actions', exact: true })
    await actions.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /^Score races again/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Actions')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /^Score races again/ }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Score races again' })
    await dialog.getByRole('button', { name: 'Score 3 races' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText(/^Scored\./).waitFor({ timeout: 30_000 })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(errors, [])
    await done()
  })

  it('types a question mark into a field and opens nothing', async () => {
    const { page, done } = await openHome()
    await page.keyboard.press('/')
    await page.keyboard.type('?gp')
    assert.equal(await page.evaluate(() => document.activeElement.value), '?gp')
    await page.getByText('No Results').first().waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await done()
  })
})

describe('addresses that lead nowhere', () => {
  it('say so, with a way on', async () => {
    const { page, done } = await openHome()
    for (const path of ['/nowhere', '/1/nowhere', '/0/participants', '/abc/participants', '/987654/participants']) {
      await page.goto(home.raced.url + path)
      await page.getByText('There is nothing at this address').waitFor().catch((cause) => assert.fail(`${path}: ${cause.message}`))
      await page.getByRole('link', { name: 'Go to Home' }).waitFor()
    }
    await done()
  })
})

for (const theme of ['light', 'dark', 'night']) {
  describe(`axe finds nothing, ${theme}`, () => {
    it('on the sign-in screen', async () => {
      const { page, context } = await newPage(home.browser, { theme })
      await page.goto(`${home.raced.url}/login`)
      await page.getByLabel('Username').waitFor()
      assert.deepEqual(await violations(page), [])
      await context.close()
    })

    it('on Home, Settings, their windows, and on a phone', async () => {
      const { page, done } = await openHome({ theme })
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.getByRole('tab', { name: 'Recents' }).click()
      assert.deepEqual(await violations(page), [])
      await page.getByRole('tab', { name: 'Last Seen' }).click()
      await page.getByRole('combobox', { name: 'Split' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Close the sidebar' }).click()
      for (const [keys, name] of [['Control+k', 'Search and commands'], ['?', 'Keyboard shortcuts']]) {
        await page.locator('main').focus()
        await page.keyboard.press(keys)
        await page.getByRole('dialog', { name }).waitFor()
        await page.waitForFunction(() => document.querySelector('[data-entering]') === null)
        assert.deepEqual(await violations(page), [])
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await page.goto(`${home.raced.url}/settings`)
      await page.getByText('Signed in').waitFor()
      assert.deepEqual(await violations(page), [])
      await page.setViewportSize({ width: 390, height: 844 })
      assert.deepEqual(await violations(page), [])
      await page.goto(`${home.raced.url}/`)
      await page.getByText('Participant Status').waitFor()
      assert.deepEqual(await violations(page), [])
      await done()
    })
  })
}
