// Participants from a file: dropped, understood, looked at before anything is stored, imported and taken back; Excel, presets, a wrong
// file, by keyboard alone. Each journey has an event of its own beside the running demo race.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn } from './browser.mjs'
import { api, dialog, faults, toasts, undo } from './desk.mjs'
import { csvFile, xlsxFile } from './rosters.mjs'
import { house } from './house.mjs'

const home = house()
let events = 0

const HEAD = ['Order ID', 'First', 'Last', 'Sex', 'birthday', 'Race', 'City', 'Finisher Shirt (M) $25', 'Finisher Shirt (L) $25', 'Heard about us']
const PEOPLE = [
  ['K1', 'Odile', 'Marchetti', 'F', '1988-06-02', 'Rim 50K', 'Moab', '1', '', 'a friend'],
  ['K2', 'Anselm', 'Brandvold', 'M', '1979-11-23', 'Rim 50K', 'Page', '', '2', ''],
  ['K3', 'Teodora', 'Lindqvist', 'F', '1991-01-30', 'Creek 10K', 'Flagstaff', '', '', 'radio'],
  ['K4', 'Kester', 'Nakai', 'M', '1965-08-14', 'Creek 10K', 'Tuba City', '1', '', ''],
  ['K5', 'Ysolde', 'Ferrante', 'F', '2001-04-09', 'Rim 50K', 'Moab', '', '', ''],
  ['K6', 'Benedek', 'Oyelaran', 'M', '1984-12-01', 'Creek 10K', 'Bluff', '', '1', ''],
  ['K7', 'Maren', 'Castellanos', 'F', '1995-07-19', 'Rim 50K', 'Page', '', '', ''],
]
const roster = csvFile('entries.csv', [HEAD, ...PEOPLE])

/** A signed-in page on the empty roster of a new event with two races, and the import window over it. */
async function open(options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const n = ++events
  const event = await api(page, 'POST', '/race_events', { name: `Sandstone Weekend ${n}`, slug: `sandstone-${n}`, timezone: 'America/Phoenix' })
  const at = (path) => `/race_events/${event.id}${path}`
  for (const [name, distance] of [['Rim 50K', 50_000], ['Creek 10K', 10_000]]) await api(page, 'POST', at('/races'), { name, distance, start_time: '2026-10-03T13:00:00Z' })
  await page.goto(`${home.raced.url}/${event.id}/participants`)
  await page.getByText('No participants yet').waitFor()
  await again(page)
  return { page, errors, at, event, box: dialog(page, 'Import / Update Participants'), done: () => context.close() }
}

/** Opens the window from the menu of the list. */
async function again(page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import / Update Participants' }).click()
  await dialog(page, 'Import / Update Participants').getByRole('button', { name: 'Choose File' }).waitFor()
}

/** Takes a file by the button. */
async function choose(page, file) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose File' }).click()])
  await chooser.setFiles(file)
}

/** Lets a file fall onto the window. */
async function drop(page, box, file) {
  const data = await page.evaluateHandle(
    ({ name, type, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }))
      return transfer
    },
    { name: file.name, type: file.mimeType, bytes: file.buffer.toString('base64') },
  )
  const target = box.getByText('Drop a CSV, TXT or XLSX file here')
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: data })
}

const tab = (page, name) => page.getByRole('tab', { name })
const field = (page, column) => page.getByRole('button', { name: `Field of ${column}: ` })
const isField = (page, column, word) => page.getByRole('button', { name: `Field of ${column}: ${word}`, exact: true }).waitFor()
const upload = (page) => page.getByRole('button', { name: 'Upload', exact: true })
/** Waits until the foot of the window says in numbers what an upload would do. */
const would = (box, words) => box.locator('[role=status][aria-busy=false]').filter({ hasText: words }).first().waitFor()
const gone = (box) => box.waitFor({ state: 'detached' })
const people = (page, at) => api(page, 'GET', at('/participants'))

/** Gives a column another field, by typing a part of its name. */
async function give(page, column, typed, word) {
  await field(page, column).click()
  const find = page.getByRole('combobox', { name: `Field of ${column}` })
  await find.fill(typed)
  await page.getByRole('option', { name: word }).first().click()
  await isField(page, column, word)
}

describe('participants from a file', () => {
  it('is dropped, understood at once, looked at, imported as one entry, and taken back', async () => {
    const { page, errors, at, box, done } = await open()
    await drop(page, box, roster)
    for (const [column, word] of [['Order ID', 'Unique ID'], ['First', 'First Name'], ['Sex', 'Gender'], ['birthday', 'Date of Birth'], ['Race', 'Distance'], ['Heard about us', 'Ignore']]) await isField(page, column, word)
    await box.getByText('7 rows').waitFor()
    await box.getByRole('region', { name: 'The first rows' }).getByText('Marchetti').waitFor()
    await box.getByText('And 2 more…').waitFor()
    await would(box, '7 created')

    await tab(page, 'Add-Ons').click()
    await page.getByRole('button', { name: 'Detect' }).click()
    const shirts = box.getByRole('region', { name: 'Add-on Finisher Shirt' })
    assert.equal(await shirts.getByLabel('Variant of Finisher Shirt (L) $25').inputValue(), 'L')
    await shirts.getByText('Show on registration').click()
    await tab(page, 'What would change').click()
    await box.getByRole('listitem').filter({ hasText: 'Odile Marchetti' }).getByText('Line 2').waitFor()
    assert.equal((await people(page, at)).length, 0, 'nothing is stored by looking')

    await would(box, '7 created')
    await upload(page).click()
    await gone(box)
    await toasts(page).filter({ hasText: 'entries.csv imported: 7 created.' }).waitFor()
    await page.getByRole('grid', { name: 'Participants' }).getByText('Brandvold').waitFor()
    assert.equal((await people(page, at)).length, 7)
    const edits = (await api(page, 'GET', at('/edits'))).filter((e) => e.kind.includes('import'))
    assert.equal(edits.length, 1, 'one entry of the journal')

    await undo(page)
    await page.getByText('No participants yet').waitFor()
    assert.equal((await people(page, at)).length, 0)
    assert.deepEqual(errors, [])
    await done()
  })

  it('changes nothing the second time, then only what is different, and never wipes', async () => {
    const { page, errors, at, box, done } = await open()
    await choose(page, roster)
    await would(box, '7 created')
    await upload(page).click()
    await gone(box)

    await again(page)
    await choose(page, roster)
    await would(box, '7 unchanged')
    await tab(page, 'What would change').click()
    await box.getByText('Nothing would change').waitFor()
    await upload(page).click()
    await gone(box)
    await page.getByText('entries.csv: nothing changed, 7 people are as the file says.').waitFor()

    await again(page)
    const [odile, anselm, ...rest] = PEOPLE
    await choose(page, csvFile('later.csv', [[...HEAD, 'Removed'], [...odile.with(6, 'Kanab'), ''], [...anselm.with(6, ''), ''], ...rest.map((r, i) => [...r, i === 0 ? 'yes' : ''])]))
    await would(box, '1 changed, 1 removed, 5 unchanged')
    await tab(page, 'What would change').click()
    const line = box.getByRole('listitem').filter({ hasText: 'Odile Marchetti' })
    assert.match((await line.innerText()).replaceAll(/\s+/g, ' '), /City Moab → Kanab/)
    await page.getByRole('button', { name: '1 removed' }).click()
    await line.waitFor({ state: 'detached' })
    await box.getByRole('listitem').filter({ hasText: 'Teodora Lindqvist' }).waitFor()
    await upload(page).click()
    await gone(box)
    const now = await people(page, at)
    assert.deepEqual(now.map((p) => `${p.firstName} ${p.city}`).toSorted(), ['Anselm Page', 'Benedek Bluff', 'Kester Tuba City', 'Maren Page', 'Odile Kanab', 'Ysolde Moab'])
    assert.deepEqual(errors, [])
    await done()
  })

  it('lists every row that cannot be taken with its line and reason, and gives them away as a file', async () => {
    const { page, errors, at, box, done } = await open()
    await choose(page, csvFile('mixed.csv', [HEAD, PEOPLE[0], PEOPLE[1].with(5, 'Moon Loop'), PEOPLE[2]]))
    await would(box, '2 created, 1 not taken')
    await tab(page, 'What would change').click()
    await page.getByRole('button', { name: '1 not taken' }).click()
    await box.getByRole('listitem').filter({ hasText: 'Moon Loop' }).getByText('Line 3').waitFor()
    await upload(page).click()
    await box.getByText('mixed.csv: 2 created, 1 not taken.').waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save these rows' }).click()])
    assert.equal(file.suggestedFilename(), 'mixed-not-taken.csv')
    await page.getByRole('button', { name: 'Done' }).click()
    await gone(box)
    assert.equal((await people(page, at)).length, 2)
    await undo(page)
    await page.getByText('No participants yet').waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('sends everybody to one race, infers it from a distance, or takes the word of the file', async () => {
    const { page, errors, event, box, done } = await open()
    await choose(page, csvFile('short.csv', [['Bib', 'Name', 'Distance'], ['7', 'Odile Marchetti', '31 mi'], ['8', 'Kester Nakai', '10.2 km']]))
    await would(box, '2 not taken')
    await page.getByLabel('Race Assignment').selectOption({ label: 'Infer Distance' })
    await would(box, '2 created')
    await tab(page, 'What would change').click()
    await box.getByRole('listitem').filter({ hasText: 'Kester Nakai' }).getByText('Creek 10K').waitFor()
    await page.getByLabel('Race Assignment').selectOption({ label: 'Rim 50K' })
    await box.getByRole('listitem').filter({ hasText: 'Kester Nakai' }).getByText('Rim 50K').waitFor()
    assert.ok(event.id > 0)
    assert.deepEqual(errors, [])
    await done()
  })

  it('reads a workbook, sheet by sheet', async () => {
    const { page, errors, at, box, done } = await open()
    await drop(page, box, xlsxFile('entries.xlsx', { Volunteers: [['Name', 'Bib'], ['Nobody Special', '900']], Runners: [HEAD.slice(0, 7), ...PEOPLE.map((p) => p.slice(0, 7))] }))
    await box.getByText('Excel').waitFor()
    await page.getByLabel('Sheet', { exact: true }).selectOption('Runners')
    await box.getByText('7 rows').waitFor()
    await would(box, '7 created')
    await upload(page).click()
    await gone(box)
    assert.equal((await people(page, at)).length, 7)
    assert.deepEqual(errors, [])
    await done()
  })

  it('refuses a wrong file with one sentence, and keeps what is chosen when an upload fails', async () => {
    const { page, errors, at, box, done } = await open()
    await choose(page, { name: 'photo.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2, 3, 0, 255, 0, 254]) })
    await box.getByRole('alert').filter({ hasText: /^UploadCSV: Unable to read file: .*binary/ }).waitFor()
    await choose(page, roster)
    await would(box, '7 created')
    await give(page, 'Heard about us', 'note', 'Notes')
    // a wrong file beside a good one: the good one stays
    await choose(page, { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) })
    await box.getByText('UploadCSV: Unable to read file: the file is empty').waitFor()
    await page.getByRole('button', { name: 'Keep the file below' }).click()
    await isField(page, 'Heard about us', 'Notes')

    await would(box, '7 created')
    await page.route(/\/import\?dry_run=false/, (route) => route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ error: 'The disk is full.', code: 'unavailable' }) }))
    await upload(page).click()
    await box.getByRole('alert').filter({ hasText: 'The disk is full. Everything that was chosen is still here.' }).waitFor()
    await isField(page, 'Heard about us', 'Notes')
    await page.unroute(/\/import\?dry_run=false/)
    await upload(page).click()
    await gone(box)
    const odile = (await people(page, at)).find((p) => p.firstName === 'Odile')
    assert.equal((await api(page, 'GET', at(`/participants/${odile.id}`))).notes, 'a friend')
    assert.deepEqual(errors, [])
    await done()
  })

  it('flags two columns with one field, and keeps how a file is read under a name for the next one', async () => {
    const { page, errors, at, box, done } = await open()
    await choose(page, roster)
    await isField(page, 'City', 'City')
    await give(page, 'Heard about us', 'city', 'City')
    assert.equal(await box.getByText('Duplicate').count(), 2)
    await box.getByText('Heard about us is City and counts').waitFor()
    await give(page, 'Heard about us', 'note', 'Notes')
    assert.equal(await box.getByText('Duplicate').count(), 0)
    await page.getByText('Allow Bib Changes').click()

    await page.getByRole('button', { name: 'Preset: None' }).click()
    const save = page.getByLabel('Save as')
    assert.equal(await save.inputValue(), 'entries')
    await save.fill('Autumn sign-up')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Preset: Autumn sign-up' }).waitFor()
    await would(box, '7 created')
    await upload(page).click()
    await gone(box)
    assert.equal((await api(page, 'GET', at(''))).importPreset.name, 'Autumn sign-up')

    // the next file has its columns elsewhere; the event's last preset is taken for it
    await again(page)
    await choose(page, csvFile('next.csv', [HEAD.toReversed(), PEOPLE[0].toReversed()]))
    await isField(page, 'Heard about us', 'Notes')
    await page.getByRole('button', { name: 'Preset: Autumn sign-up' }).click()
    await page.getByRole('button', { name: 'As recognised' }).click()
    await isField(page, 'Heard about us', 'Ignore')
    await page.getByRole('button', { name: 'Preset: None' }).click()
    await page.getByRole('button', { name: 'Autumn sign-up', exact: true }).click()
    await isField(page, 'Heard about us', 'Notes')
    await page.getByRole('button', { name: 'Preset: Autumn sign-up' }).click()
    await page.getByRole('button', { name: 'Rename Autumn sign-up' }).click()
    await page.getByLabel('New name of Autumn sign-up').fill('Fall')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete Fall' }).click()
    await page.getByRole('button', { name: 'Delete Fall' }).waitFor({ state: 'detached' })
    assert.deepEqual(errors, [])
    await done()
  })

  it('is done with the keyboard alone, and asks before what was chosen goes', async () => {
    const { page, errors, at, box, done } = await open()
    const focused = (name, role = '') =>
      page.waitForFunction(([n, r]) => ((at) => (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim().startsWith(n) && (!r || at?.getAttribute('role') === r))(document.activeElement), [name, role])
    await focused('Choose File')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
    await chooser.setFiles(roster)
    await focused('entries.csv')
    await would(box, '7 created')
    const tabTo = async (name) => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab')
        if (await page.evaluate((n) => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').startsWith(n), name)) return
      }
      assert.fail(`Tab does not reach ${name}`)
    }
    await tabTo('Field of Heard about us')
    await page.keyboard.press('Enter')
    await focused('Field of Heard about us', 'combobox')
    await page.keyboard.type('comment')
    await page.getByRole('option', { name: 'Ignore' }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Notes' }).and(page.locator('[aria-selected=true]')).waitFor()
    await page.keyboard.press('Enter')
    await isField(page, 'Heard about us', 'Notes')
    await focused('Field of Heard about us')
    await page.getByRole('listbox').waitFor({ state: 'detached' }) // while the list fades, Escape is still its own

    await page.keyboard.press('Escape')
    await dialog(page, 'Discard your changes?').or(page.getByRole('alertdialog', { name: 'Discard your changes?' })).first().waitFor()
    await page.keyboard.press('Enter')
    await isField(page, 'Heard about us', 'Notes')
    await would(box, '7 created')
    await focused('Field of Heard about us')
    await tabTo('Upload')
    await page.keyboard.press('Enter')
    await gone(box)
    assert.equal((await people(page, at)).length, 7)
    assert.deepEqual(errors, [])
    await done()
  })

  for (const theme of ['light', 'dark']) {
    it(`has nothing that axe finds, ${theme}, on a desk and on a phone`, async () => {
      const { page, errors, box, done } = await open({ theme })
      assert.deepEqual(await faults(page), [])
      await choose(page, csvFile('mixed.csv', [HEAD, PEOPLE[0], PEOPLE[1].with(5, 'Moon Loop')]))
      await give(page, 'Heard about us', 'city', 'City')
      await would(box, '1 created, 1 not taken')
      assert.deepEqual(await faults(page), [])
      await tab(page, 'Add-Ons').click()
      await page.getByRole('button', { name: 'Detect' }).click()
      await box.getByRole('region', { name: 'Add-on Finisher Shirt' }).waitFor()
      await would(box, '1 created, 1 not taken')
      assert.deepEqual(await faults(page), [])
      await tab(page, 'What would change').click()
      await box.getByRole('listitem').first().waitFor()
      assert.deepEqual(await faults(page), [])

      await tab(page, 'Columns').click()
      await field(page, 'City').click()
      await page.getByRole('option', { name: 'Add On' }).waitFor()
      assert.deepEqual(await faults(page), [])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Preset/ }).click()
      await page.getByLabel('Save as').waitFor()
      assert.deepEqual(await faults(page), [])
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 390, height: 844 })
      for (const name of ['Columns', 'Add-Ons', 'What would change']) {
        await tab(page, name).click()
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, `${name} is as wide as the phone`)
        if (theme === 'dark') assert.deepEqual(await faults(page), [])
      }
      assert.deepEqual(errors, [])
      await done()
    })
  }
})
