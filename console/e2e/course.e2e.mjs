// The Map tab of the race editor against a real raced: upload, map and profile in step, refusals, and nothing leaves the machine.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, describe, it } from 'node:test'
import { violations } from './browser.mjs'
import { course, launchWithMap, openMap, stillMap } from './courses.mjs'
import { house } from './house.mjs'

const home = house({ open: launchWithMap })
// a map that is left open goes on drawing, and the processor is the graphics card here
afterEach(() => Promise.all(home.browser.contexts().map((c) => c.close())))

const open = (options) => openMap(home.browser, home.raced.url, { width: 1024, height: 768, reducedMotion: 'reduce', ...options })
const upload = (page, file) => page.locator('input[accept*=gpx]').setInputFiles(file)
const track = (page) => page.getByRole('region', { name: 'Course', exact: true })
const slider = (page) => page.getByRole('slider', { name: 'Place on the course' })
const chosen = (page) => page.getByRole('listbox', { name: 'Splits' }).getByRole('option', { selected: true })
const options = (page) => page.getByRole('listbox', { name: 'Splits' }).getByRole('option')

/** The words that the upload has said, in their order. */
async function listen(page) {
  await page.evaluate(() => {
    window.said = []
    new MutationObserver(() => {
      const word = document.querySelector('section[aria-label=Course] [role=status] b')?.textContent
      if (word && word !== window.said.at(-1)) window.said.push(word)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => window.said)
}

describe('the course of a race', () => {
  it('shows the saved track with its splits; map and profile point at the same place', async () => {
    const { page, errors, outside, done } = await open({ reducedMotion: 'no-preference' })
    await stillMap(page)
    assert.match(await track(page).textContent(), /100\.00 km.*1,441 points/)
    assert.equal(await options(page).count(), 6)
    assert.match(await options(page).nth(1).getAttribute('aria-label'), /^Cedar Spring, 21\.4 km, [\d,]+ m$/)

    // a pin on the map chooses the split in the list, and the list flies the map to it
    await page.getByRole('button', { name: /^Mesa Tank, 71\.2 km/ }).click()
    assert.equal(await chosen(page).getAttribute('aria-label').then((l) => l.split(',')[0]), 'Mesa Tank')
    await stillMap(page)
    const canvas = await page.locator('.maplibregl-canvas').boundingBox()
    const pin = await page.getByRole('button', { name: /^Mesa Tank/ }).boundingBox()
    assert.ok(Math.abs(pin.x + pin.width / 2 - (canvas.x + canvas.width / 2)) < 6, 'the split is in the middle of the map')

    // the pointer on the profile moves a dot on the map, and the pointer on the map the crosshair of the profile
    const box = await slider(page).boundingBox()
    await page.mouse.move(box.x + 48 + (box.width - 62) * 0.712, box.y + 70)
    await page.waitForFunction(() => /^71\.\d\d km/.test(document.querySelector('[role=slider][aria-label="Place on the course"]').getAttribute('aria-valuetext')))
    const dot = await page.locator('.maplibregl-marker[class*=pointed]').boundingBox()
    assert.ok(Math.hypot(dot.x + dot.width / 2 - pin.x - pin.width / 2, dot.y + dot.height / 2 - pin.y - pin.height / 2) < 60, 'the dot is near the split')
    await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2 + 3, { steps: 3 })
    await page.waitForFunction(() => /^7[01]\.\d\d km, [\d,]+ m, [+−]?\d+ %$/.test(document.querySelector('[role=slider][aria-label="Place on the course"]').getAttribute('aria-valuetext')))
    assert.deepEqual(errors, [])
    assert.deepEqual(outside, [])
    await done()
  })

  it('is used with the keyboard alone', async () => {
    const { page, done } = await open()
    await stillMap(page)
    const canvas = page.locator('.maplibregl-canvas')
    await canvas.focus()
    for (const name of ['Start', 'Cedar Spring', 'Ridge Camp']) {
      // the editor opens with the first split chosen
      if (name !== 'Start') await page.keyboard.press('j')
      await page.waitForFunction((n) => document.querySelector('[role=option][aria-selected=true]')?.getAttribute('aria-label').startsWith(n), name)
    }
    await page.keyboard.press('k')
    assert.match(await chosen(page).getAttribute('aria-label'), /^Cedar Spring/)

    await slider(page).focus()
    await page.keyboard.press('Home')
    assert.match(await slider(page).getAttribute('aria-valuetext'), /^0\.00 km/)
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowRight')
    assert.match(await slider(page).getAttribute('aria-valuetext'), /^10\.50 km, [\d,]+ m, [+−]?\d+ %$/)
    await page.keyboard.press('a')
    await page.waitForFunction(() => document.querySelectorAll('[role=listbox][aria-label=Splits] [role=option]').length === 7)
    assert.equal(await options(page).filter({ hasText: '10.5' }).count(), 1)
    await done()
  })

  it('adds a split where the profile was clicked, and deletes it', async () => {
    const { page, done } = await open({ race: '24 Hour' })
    await upload(page, course('alder-hill.gpx'))
    await track(page).getByText('Set.').waitFor()
    const box = await slider(page).boundingBox()
    await page.mouse.click(box.x + 48 + (box.width - 62) * 0.35, box.y + 70)
    await track(page).getByText(/^at 3\.\d\d km$/).waitFor()
    const before = await options(page).count()
    await track(page).getByRole('button', { name: 'Add', exact: true }).click()
    await page.waitForFunction((n) => document.querySelectorAll('[role=listbox][aria-label=Splits] [role=option]').length === n + 1, before)
    assert.match(await chosen(page).getAttribute('aria-label'), /, 3\.[78] km, /)
    await track(page).getByRole('button', { name: 'Delete', exact: true }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete split' }).click()
    await page.waitForFunction((n) => document.querySelectorAll('[role=listbox][aria-label=Splits] [role=option]').length === n, before)
    await done()
  })

  for (const [file, kind, words] of [
    ['alder-hill.gpx', 'GPX', ['Parsing...', 'Processing GPX...', 'Set.']],
    ['fern-creek.kml', 'KML', ['Parsing...', 'Processing KML...', 'Set.']],
    ['plain-moor.geojson', 'GeoJSON', ['Parsing...', 'Processing GeoJSON...', 'Adding elevation data', 'Set.']],
  ]) {
    it(`takes ${kind} and says how far it is`, async () => {
      const { page, errors, outside, done } = await open({ race: 'Last Standing' })
      await page.getByText('No GPX Track Found').waitFor()
      const said = await listen(page)
      await upload(page, course(file))
      await track(page).getByText('Set.').waitFor()
      assert.deepEqual(await said(), words)
      assert.match(await track(page).textContent(), new RegExp(`${kind}, \\d+ points`))
      if (kind === 'GeoJSON') await track(page).getByText('Unable to determine GPX information for geojson. Some features may be unavailable.').waitFor()
      await stillMap(page)
      assert.deepEqual(errors, [])
      assert.deepEqual(outside, [])
      await done()
    })
  }

  it('shows in the split options where a split lies while its distance is typed', async () => {
    const { page, dialog, done } = await open()
    await dialog.getByRole('tab', { name: /^Splits/ }).click()
    await options(page).filter({ hasText: 'Cedar Spring' }).click()
    const location = dialog.getByLabel('Location', { exact: true })
    const place = /^-?\d+\.\d{3}, -?\d+\.\d{3}$/
    await location.getByText(place).waitFor()
    const was = await location.textContent()
    const distance = dialog.getByRole('region', { name: 'Split Options' }).getByRole('textbox', { name: 'Distance', exact: true })
    await distance.fill('500000')
    await location.getByText('(unset)').waitFor()
    await distance.fill('50000')
    await location.getByText(place).waitFor()
    assert.notEqual(await location.textContent(), was)
    await dialog.getByRole('region', { name: 'Splits', exact: true }).getByRole('button', { name: 'Add', exact: true }).click()
    await location.getByText(place).waitFor()
    await done()
  })

  it('takes a file that is dropped onto it', async () => {
    const { page, done } = await open({ race: 'Last Standing' })
    await page.getByText('No GPX Track Found').waitFor()
    const text = readFileSync(course('alder-hill.gpx'), 'utf8')
    const transfer = await page.evaluateHandle((t) => {
      const d = new DataTransfer()
      d.items.add(new File([t], 'alder-hill.gpx'))
      return d
    }, text)
    await track(page).dispatchEvent('dragenter', { dataTransfer: transfer })
    await page.getByText('Drop the track here').waitFor()
    await track(page).dispatchEvent('drop', { dataTransfer: transfer })
    await track(page).getByText('Set.').waitFor()
    await done()
  })

  it('refuses what is no track, says why, and leaves what was there', async () => {
    const { page, done } = await open()
    await stillMap(page)
    const alert = () => track(page).getByRole('alert')
    const refused = async (file, word, text) => {
      await upload(page, file)
      await track(page).getByText(word, { exact: true }).waitFor()
      await alert().filter({ hasText: text }).waitFor()
      assert.match(await track(page).textContent(), /1,441 points/)
      await track(page).getByRole('button', { name: 'Dismiss' }).first().click()
    }
    await refused({ name: 'roster.csv', mimeType: 'text/csv', buffer: Buffer.from('bib,name\n1,Ada') }, 'Failed', 'Unknown file type csv')
    await refused({ name: 'notes.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from('just some words') }, 'Failed to parse', /./)
    await refused(course('places-only.gpx'), 'Failed to parse', 'No GPX linestring found in file')
    await refused(course('not-a-number.gpx'), 'Failed to parse', /latitude/)
    await done()
  })

  it('refuses more than 50 MB without sending it', async () => {
    const { page, done } = await open()
    let sent = 0
    page.on('request', (r) => {
      if (r.url().includes('/courses/read')) sent++
    })
    await stillMap(page)
    await page.evaluate(() => {
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'huge.gpx'))
      const input = document.querySelector('input[accept*=gpx]')
      input.files = files.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await track(page).getByRole('alert').filter({ hasText: 'huge.gpx is larger than 50 MB' }).waitFor()
    assert.equal(sent, 0)
    await done()
  })

  it('saves the track with the race, and takes it away again', async () => {
    const { page, dialog, done } = await open({ race: 'Last Standing' })
    await page.getByText('No GPX Track Found').waitFor()
    await upload(page, course('alder-hill.gpx'))
    await track(page).getByText('Set.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('row').filter({ hasText: 'Last Standing' }).waitFor()
    await dialog.getByRole('row').filter({ hasText: 'Last Standing' }).getByRole('button', { name: /Edit/ }).click()
    await dialog.getByRole('tab', { name: 'Map' }).click()
    await track(page).getByText(/241 points/).waitFor()
    await track(page).getByRole('button', { name: 'Remove track' }).click()
    await page.getByText('No GPX Track Found').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('row').filter({ hasText: 'Last Standing' }).waitFor()
    await done()
  })

  for (const theme of ['light', 'dark', 'night']) {
    it(`has nothing for axe to complain of, ${theme}`, async () => {
      const { page, done } = await open({ theme })
      await stillMap(page)
      await options(page).nth(2).click()
      await stillMap(page)
      assert.deepEqual(await violations(page), [])
      await done()
    })
  }

  it('draws the course without WebGL', async () => {
    const { page, done } = await open()
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, { apply: (to, self, args) => (args[0].startsWith('webgl') ? null : Reflect.apply(to, self, args)) })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByRole('row').filter({ hasText: '100K' }).getByRole('button', { name: /Edit/ }).click()
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.getByRole('img', { name: 'The course from above' }).waitFor()
    await done()
  })
})
