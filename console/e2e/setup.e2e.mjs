// An event set up by hand in the browser, from nothing to a green Config indicator; the same event from one file; and two people
// at it at once. Against a raced with an empty store.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newPage, signInByScreen, violations } from './browser.mjs'
import { house } from './house.mjs'
import { binary, startRaced } from './raced.mjs'

const fixture = (path) => fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url))
const WHO = { user: 'ana', password: 'a long enough secret' }

// One white point: the smallest picture there is.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==', 'base64')

/** A raced with nothing in it but somebody who may sign in. */
async function emptyRaced() {
  const data = mkdtempSync(join(tmpdir(), 'setup-e2e-'))
  const added = spawnSync(binary('racectl'), ['--data', data, 'user', 'add', WHO.user], { input: `${WHO.password}\n`, encoding: 'utf8' })
  assert.equal(added.status, 0, added.stderr)
  const raced = await startRaced(['--data', data])
  return { ...raced, stop: async () => (await raced.stop(), rmSync(data, { recursive: true, force: true })) }
}

const home = house({ start: emptyRaced })

async function signedIn(options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signInByScreen(page, home.raced.url, WHO)
  return { page, errors, context, done: () => context.close() }
}

/** A call of the API as the signed-in person. */
async function call(page, path, { url = home.raced.url, ...init } = {}) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${url}/api/v1/${path}`, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } })
  assert.ok(answer.ok, `${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`)
  return answer
}

/** The open editor, by the words a person reads. */
function editor(page) {
  const dialog = page.getByRole('dialog').last()
  const field = (name) => dialog.getByLabel(name, { exact: true }).and(dialog.locator('input:visible:not([type=radio], [type=checkbox]), select:visible'))
  return {
    dialog,
    field,
    press: (name) => dialog.getByRole('button', { name, exact: true }).and(dialog.locator(':visible')).click(),
    tab: (name) => dialog.getByRole('tab', { name }).and(dialog.locator(':visible')).click(),
    fill: (name, text) => field(name).fill(text),
    flip: (name) => dialog.getByText(name, { exact: true }).and(dialog.locator(':visible')).click(),
    pick: (list, name) => dialog.getByRole('listbox', { name: list }).getByRole('option', { name }).click(),
    async time(name, at) {
      await dialog.getByRole('group', { name, exact: true }).and(dialog.locator(':visible')).getByRole('spinbutton').first().focus()
      await page.keyboard.type(at.replaceAll(/\D/g, ''))
    },
    async source(label, name) {
      const list = field(label)
      const known = await list.locator('option').filter({ hasText: name }).count()
      if (known > 0) return list.selectOption({ label: (await list.locator('option').filter({ hasText: name }).first().textContent()).trim() })
      await list.selectOption({ label: 'New Source…' })
      await dialog.getByLabel('Name of the new source').fill(name)
      await page.keyboard.press('Enter')
      await dialog.locator('option:checked').filter({ hasText: name }).waitFor({ state: 'attached' })
    },
    saved: (title) => dialog.getByRole('heading', { name: title, exact: true }).and(dialog.locator(':visible')).waitFor(),
  }
}

describe('setting up an event from nothing', () => {
  it('takes a name, shirts, a zone and three races, and ends with a green Config indicator', async () => {
    const { page, errors, done } = await signedIn()
    await page.goto(`${home.raced.url}/races`)
    await page.getByText('No Race Events').waitFor()
    await page.getByRole('button', { name: 'New Event' }).click()
    const e = editor(page)
    await e.saved('New Event')

    await e.fill('Name', 'Granite Ridge')
    assert.match(await e.field('Slug').inputValue(), /^granite_ridge-20\d\d$/)
    await e.fill('Slug', 'granite-ridge-2026')
    const chooser = page.waitForEvent('filechooser')
    await e.press('Choose')
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
    await e.dialog.locator('img[src^="blob:"]').waitFor()
    await e.tab('Options')
    await e.fill('Timezone', 'denver')
    await page.getByRole('option', { name: 'America/Denver' }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await e.field('Timezone').inputValue(), 'America/Denver')
    await e.flip('Show Public')
    await e.tab('Shirts')
    await e.time('Shirt Cutoff', '2026-09-01T23:59:59')
    await e.flip('Unisex')
    await e.flip('Size Down Women')
    for (const [size, n] of [['Sizes S', 40], ['Sizes M', 60], ['Sizes 2XL', 5], ['Youth S', 8]]) await e.fill(size, String(n))

    await e.tab('Races')
    await e.dialog.getByText('No Races').waitFor()
    await hundred(e, page)
    await e.saved('Event Details')
    await twelveHours(e)
    await tenK(e)
    assert.deepEqual(await e.dialog.getByRole('row').getByRole('rowheader').allTextContents(), ['100K', '10K', '12 Hour'])
    await e.press('Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('heading', { name: 'Granite Ridge' }).waitFor()
    await page.getByText('Saturday 06:00').waitFor()
    await page.locator('li[data-state="good"]').getByRole('button', { name: /^Config/ }).waitFor()
    await page.waitForFunction(() => [...document.querySelectorAll('img[src^="/avatars/"]')].every((i) => i.naturalWidth > 0) && document.querySelector('img[src^="/avatars/"]'))
    assert.deepEqual(errors, [])
    await done()
  })

  it('is the same event, to the byte, as one applied from a file', async () => {
    const { page, done } = await signedIn()
    const [{ id }] = await call(page, 'race_events').then((r) => r.json())
    const byHand = await call(page, `race_events/${id}/export.yaml`).then((r) => r.text())
    const line = await call(page, `race_events/${id}/races/1/course`).then((r) => r.json())
    assert.ok(line.points > 100)
    const other = await emptyRaced()
    try {
      const second = await newPage(home.browser)
      await signInByScreen(second.page, other.url, WHO)
      const file = readFileSync(fixture('setup/event.yaml'), 'utf8')
      await call(second.page, 'race_events/apply', { url: other.url, method: 'POST', body: file, headers: { 'Content-Type': 'text/yaml' } })
      const [applied] = await call(second.page, 'race_events', { url: other.url }).then((r) => r.json())
      const [long] = applied.races
      const read = { url: other.url, method: 'POST', body: readFileSync(fixture('demo/course.gpx')), headers: { 'Content-Type': 'application/gpx+xml' } }
      const course = await call(second.page, `courses/read?distance=${long.distance}`, read).then((r) => r.json())
      const put = { url: other.url, method: 'PUT', body: JSON.stringify({ linestring: course.line }), headers: { 'Content-Type': 'application/json' } }
      await call(second.page, `race_events/${applied.id}/races/${long.id}`, put)
      const byFile = await call(second.page, `race_events/${applied.id}/export.yaml`, { url: other.url }).then((r) => r.text())
      assert.equal(byHand, byFile)
      await second.context.close()
    } finally {
      await other.stop()
    }
    await done()
  })
})

describe('two people at one event at once', () => {
  it('what is typed while a save is on its way is neither lost nor shut away', async () => {
    const { page, done } = await signedIn()
    await page.goto(`${home.raced.url}/event-sources`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const e = editor(page)
    await e.saved('Event Details')
    const was = await e.field('Name').inputValue()
    let release
    const held = new Promise((go) => (release = go))
    await page.route('**/api/v1/race_events/*', async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue()
    })
    await e.fill('Name', 'Sent First')
    const asked = page.waitForRequest((r) => r.method() === 'PUT')
    await e.press('Save')
    await asked
    await e.fill('Name', was)
    release()
    await page.waitForResponse((r) => r.request().method() === 'PUT')
    await e.dialog.getByRole('button', { name: 'Save', exact: true }).and(e.dialog.locator(':enabled')).waitFor()
    assert.equal(await e.field('Name').inputValue(), was)
    assert.equal((await (await call(page, 'race_events')).json())[0].name, 'Sent First')
    await e.press('Save')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal((await (await call(page, 'race_events')).json())[0].name, was)
    await done()
  })

  it('lose no field that the other did not touch, and are told what changed elsewhere', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const forms = []
    for (const { page } of [one, two]) {
      await page.goto(`${home.raced.url}/event-sources`)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const e = editor(page)
      await e.saved('Event Details')
      forms.push(e)
    }
    const [a, b] = forms
    await a.fill('Name', 'Granite Ridge Weekend')
    await a.tab('Shirts')
    await a.fill('Sizes M', '61')
    await b.tab('Options')
    await b.fill('Livestream Theme', 'dusk')
    await b.fill('Name', 'Granite Ridge Trail')
    await a.press('Save')
    await one.page.getByRole('dialog').waitFor({ state: 'detached' })

    // What the second typed stays, with what the first saved beside it; what nobody typed here follows.
    await b.dialog.getByText('Changed elsewhere: Granite Ridge Weekend').waitFor()
    assert.equal(await b.field('Name').inputValue(), 'Granite Ridge Trail')
    await b.tab('Shirts')
    await two.page.waitForFunction(() => document.querySelector('[data-path="shirts/sizes/m"] input')?.value === '61')
    await b.press('Use it')
    assert.equal(await b.field('Name').inputValue(), 'Granite Ridge Weekend')
    await b.press('Save')
    await two.page.getByRole('dialog').waitFor({ state: 'detached' })

    const [event] = await call(two.page, 'race_events').then((r) => r.json())
    assert.deepEqual([event.name, event.theme, event.shirtCounts.sizes.m, event.shirtCounts.sizes.s, event.races.length], ['Granite Ridge Weekend', 'dusk', 61, 40, 3])
    assert.deepEqual([...one.errors, ...two.errors], [])
    await one.done()
    await two.done()
  })
})

describe('what cannot be', () => {
  it('is said at its field, and nothing is saved', async () => {
    const { page, done } = await signedIn()
    await page.getByRole('link', { name: 'Timing Points' }).first().click()
    const events = () => call(page, 'race_events').then((r) => r.json()).then((l) => l.length)
    const before = await events()
    await page.getByRole('button', { name: 'New Event' }).click()
    const e = editor(page)
    await e.saved('New Event')
    const pick = async (file) => {
      const chooser = page.waitForEvent('filechooser')
      await e.press('Choose')
      await (await chooser).setFiles(file)
    }
    await pick({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await e.dialog.getByRole('alert').filter({ hasText: 'choose a PNG, JPEG, GIF or WebP file' }).waitFor()
    await e.press('Save')
    await e.dialog.getByText('An event needs a name').waitFor()
    await e.fill('Name', 'Half')
    await e.tab('Shirts')
    await e.fill('Youth S', '-3')
    await e.dialog.getByText(/Give a whole number, 0 or more/).waitFor()
    await e.tab('Races')
    await e.press('Save')
    await e.dialog.getByText(/Give a whole number, 0 or more/).waitFor()
    assert.equal(await events(), before)

    // Escape, the backdrop and Back ask before what was typed goes.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.mouse.click(5, 5)
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.evaluate(() => history.back())
    await page.getByText('Discard your changes?').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/event-sources')
    assert.equal(await events(), before)
    await done()
  })

  for (const theme of ['light', 'dark', 'night']) {
    it(`is no rule of axe, ${theme}`, async () => {
      const { page, done } = await signedIn({ theme })
      await page.goto(`${home.raced.url}/event-sources`)
      await page.getByText('Saturday 06:00').waitFor()
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const e = editor(page)
      await e.saved('Event Details')
      for (const tab of ['Races', 'Shirts', 'Options']) {
        await e.tab(tab)
        await page.waitForFunction(() => document.querySelector('[data-entering]') === null)
        assert.deepEqual(await violations(page), [], tab)
      }
      await done()
    })
  }
})

async function hundred(e, page) {
  await e.press('Add Race')
  await e.saved('New Race')
  await e.fill('Name', '100K')
  await e.fill('Distance', '-5')
  await e.press('Save')
  await e.dialog.getByText(/distance of race "100K" must be between|Distance.*(0|negative)/i).first().waitFor()
  assert.deepEqual(await call(page, 'race_events').then((r) => r.json()).then((l) => l.flatMap((x) => x.races)), [])
  await e.fill('Distance', '100')
  await e.fill('Color', '#d55e00')
  await e.time('Start Time', '2026-10-03T06:00:00')
  await e.time('Cutoff', '2026-10-04T14:00:00')
  await e.flip('Chip Time')
  await e.fill('Minutes', '2')
  await e.fill('Seconds', '30')
  await e.press('Add Prefix')
  await e.tab('Splits')
  await e.pick('Splits', /^Start/)
  await e.source('Add an event source', 'Start Mat')
  await e.press('Add')
  await e.fill('Name', 'Aid 1')
  await e.fill('Distance', '21400')
  await e.flip('Crew')
  await e.time('Cutoff', '2026-10-03T11:30:00')
  await e.source('Add an event source', 'Aid 1')
  await e.pick('Splits', /^Finish/)
  await e.source('Add an event source', 'Finish Mat')
  await e.source('Add an event source', 'Finish Backup')
  await e.dialog.getByRole('switch', { name: /Finish Backup is a backup/ }).evaluate((s) => s.click())
  await e.fill(/Delta of .*Finish Backup/, '-2.25')
  await e.pick('Splits', /^Roaming/)
  await e.source('Add a roaming event source', 'Spotter')
  await e.tab('Waves')
  for (const [name, at] of [['Elite', '2026-10-03T06:00:00'], ['Open', '2026-10-03T06:10:00']]) {
    await e.press('Add')
    await e.time('Time', at)
    await e.fill('Name', name)
  }
  await e.tab('Map')
  const chooser = page.waitForEvent('filechooser')
  await e.press('Upload')
  await (await chooser).setFiles(fixture('demo/course.gpx'))
  await e.dialog.getByText(/GPX, [\d,]+ points/).waitFor()
  await e.press('Save')
}

async function twelveHours(e) {
  await e.press('Add Race')
  await e.saved('New Race')
  await e.fill('Name', '12 Hour')
  await e.flip('Time')
  await e.fill('Distance of a lap', '5')
  await e.flip('Looped?')
  await e.time('Start Time', '2026-10-03T07:00:00')
  await e.time('Cutoff', '2026-10-03T19:00:00')
  await e.tab('Splits')
  await e.pick('Splits', /^Finish/)
  await e.fill('Name', 'Lap')
  await e.source('Add an event source', 'Loop Mat')
  await e.tab('Shirts')
  await e.field('Count Strategy').selectOption({ label: 'This Race' })
  await e.fill('Women’s M', '12')
  await e.fill('Men’s M', '15')
  await e.press('Save')
  await e.saved('Event Details')
}

// No source is tied to a split: those of the race at the same places are offered.
async function tenK(e) {
  await e.press('Add Race')
  await e.saved('New Race')
  await e.fill('Name', '10K')
  await e.fill('Distance', '10')
  await e.flip('Gun Time')
  await e.time('Start Time', '2026-10-03T09:00:00')
  await e.tab('Shirts')
  await e.field('Count Strategy').selectOption({ label: 'Same as 12 Hour' })
  await e.tab('Splits')
  await e.pick('Splits', /^Start/)
  await e.source('Add an event source', 'Start Mat')
  await e.pick('Splits', /^Finish/)
  await e.source('Add an event source', 'Finish Mat')
  await e.source('Add an event source', 'Finish Backup')
  await e.dialog.getByRole('switch', { name: /Finish Backup is a backup/ }).evaluate((s) => s.click())
  await e.fill(/Delta of .*Finish Backup/, '-2.25')
  await e.press('Save')
  await e.saved('Event Details')
}
