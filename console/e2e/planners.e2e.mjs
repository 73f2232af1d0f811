// The planners of bibs and of start waves: looked at, assigned, cleared and taken back, by mouse and by keyboard alone, in a race of their own
// beside the running demo race.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn } from './browser.mjs'
import { api, dialog, faults, undo } from './desk.mjs'
import { house } from './house.mjs'

const home = house()

const BIBS = 'Bib Assignment Planner'
const WAVES = 'Wave Planner / Assign Waves'
const PEOPLE = [
  ['Ana', 'Ito', 'F', 'Owls'], ['Ben', 'Okafor', 'M', ''], ['Cleo', 'Marsh', 'F', 'Owls'], ['Dag', 'Lund', 'M', ''], ['Eve', 'Stone', 'F', 'Owls'], ['Finn', 'Adler', 'M', ''],
]

/** A signed-in page with the planner open on a new race of six people, who are nobody else's. */
async function open(title, options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const id = (await api(page, 'GET', '/race_events'))[0].id
  const at = (path) => `/race_events/${id}${path}`
  const name = `Hill ${Math.random().toString(36).slice(2, 8)}`
  const race = await api(page, 'POST', at('/races'), { name, distance: 9000, startTime: '2030-06-01T14:00:00Z', splits: [{ name: 'Start', distance: 0 }, { name: 'Finish', distance: 9000 }] })
  for (const [firstName, lastName, gender, teamName] of PEOPLE) await api(page, 'POST', at('/participants'), { firstName, lastName, gender, teamName, raceId: race.id })
  const people = () => api(page, 'GET', at(`/races/${race.id}/participants`))
  const saved = async () => (await api(page, 'GET', at(''))).races.find((r) => r.id === race.id)
  await page.goto(`${home.raced.url}/${id}/participants`)
  await page.locator('[role=grid] [data-index]').first().waitFor()
  await page.getByRole('button', { name: 'Actions', exact: true }).press('Enter')
  const item = page.getByRole('menuitem', { name: title })
  await item.focus()
  await page.keyboard.press('Enter')
  const box = dialog(page, title)
  await box.getByRole('combobox', { name: 'Race', exact: true }).selectOption(name)
  return { page, errors, box, race, name, at, people, saved, done: () => context.close() }
}

const stat = (box, word) => box.locator('dl > div').filter({ has: box.page().getByText(word, { exact: true }) }).locator('dd')
const row = (box, name) => box.getByRole('row').filter({ hasText: name })

describe('the bib planner', () => {
  it('shows the figures, says what it cannot read, previews, assigns, and all of it is undone as one', async () => {
    const { page, errors, box, people, saved, done } = await open(BIBS)
    await stat(box, 'Participants').getByText('6', { exact: true }).waitFor()
    assert.ok(await box.getByRole('button', { name: 'Preview' }).isDisabled())
    assert.ok(await box.getByRole('button', { name: 'Assign' }).isDisabled())

    const ranges = box.getByRole('textbox', { name: 'Bib Ranges' })
    for (const [text, message] of [
      ['x', "Couldn't understand number 'x'"], ['-4', "Couldn't understand range '-4'"], ['4-', "Couldn't understand range '4-'. Expected [number]-[number]"],
      ['a-4', "Couldn't understand the first number in 'a-4'"], ['4-b', "Couldn't understand the last number in '4-b'"],
    ]) {
      await ranges.fill(text)
      await box.getByRole('button', { name: 'Preview' }).click()
      await box.getByText(message, { exact: true }).waitFor()
    }
    await box.getByRole('combobox', { name: 'Sort', exact: true }).selectOption('Last Name')
    await ranges.fill('99004-99001')
    await ranges.press('Enter')
    await row(box, 'Finn Adler').getByText('99004').waitFor()
    await row(box, 'Eve Stone').getByText('the ranges have no number left').waitFor()
    assert.equal(await stat(box, 'Short by').textContent(), '2')
    assert.ok((await people()).every((p) => p.bib === ''), 'a preview saves nothing')
    assert.deepEqual(await faults(page), [])

    await ranges.fill('99001-99010')
    await box.getByRole('button', { name: 'Assign' }).click()
    await page.getByText(/^Assign 6 bibs in Hill/).waitFor()
    await stat(box, 'With bib').getByText('6', { exact: true }).waitFor()
    assert.deepEqual((await people()).map((p) => p.bib).toSorted(), ['99001', '99002', '99003', '99004', '99005', '99006'])
    assert.equal((await saved()).bibRanges, '99001-99010')
    await box.getByRole('button', { name: 'Done' }).click()
    await box.waitFor({ state: 'detached' })
    await undo(page)
    assert.ok((await people()).every((p) => p.bib === ''))
    assert.deepEqual(errors, [])
    await done()
  })

  it('clears after its question, by the keyboard alone', async () => {
    const { page, errors, box, people, done } = await open(BIBS, { theme: 'dark' })
    const ranges = box.getByRole('textbox', { name: 'Bib Ranges' })
    await stat(box, 'Participants').getByText('6', { exact: true }).waitFor()
    await ranges.focus()
    await page.keyboard.type('98001-98006')
    await page.keyboard.press('Enter')
    await row(box, 'Ana Ito').getByText('9800').waitFor()
    await box.getByRole('button', { name: 'Assign' }).press('Enter')
    await stat(box, 'With bib').getByText('6', { exact: true }).waitFor()
    assert.deepEqual(await faults(page), [])
    await box.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByText('Really clear all bibs for this race? This cannot be undone', { exact: true }).waitFor()
    await question.getByRole('button', { name: 'Clear bibs' }).press('Enter')
    await stat(box, 'Without').getByText('6', { exact: true }).waitFor()
    await row(box, 'Ana Ito').getByText('9800').waitFor()
    assert.ok((await people()).every((p) => p.bib === ''), 'what is planned again is not saved')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('the wave planner', () => {
  const summary = (box, words) => box.getByRole('status').filter({ hasText: words }).first()
  const person = (page) => page.getByRole('dialog', { name: /^Start of / })

  it('plans again with every setting, keeps parties together, says who is left over, assigns and is undone as one', async () => {
    const { page, errors, box, people, saved, done } = await open(WAVES)
    await summary(box, '6 people in 1 wave').waitFor()
    await box.getByRole('textbox', { name: 'People per wave' }).fill('2')
    await summary(box, '6 people in 3 waves').waitFor()
    await box.getByRole('combobox', { name: 'Start together by' }).selectOption('Team')
    await box.getByRole('row').filter({ hasText: 'Ana Ito' }).waitFor()
    assert.deepEqual(await faults(page), [])
    await box.getByRole('textbox', { name: 'People per wave' }).fill('0')
    await box.getByText('perWave must be a number from 1').first().waitFor()
    assert.ok(await box.getByRole('button', { name: 'Assign' }).isDisabled())
    await box.getByRole('textbox', { name: 'People per wave' }).fill('3')
    await summary(box, '6 people in 2 waves').waitFor()

    await box.getByText('Create waves automatically').click()
    await summary(box, '6 left over').waitFor()
    await row(box, 'Ben Okafor').getByText('the race has no waves').waitFor()
    await box.getByText('Create waves automatically').click()
    await summary(box, '6 people in 2 waves').waitFor()
    await box.getByRole('tab', { name: /^Waves/ }).click()
    await box.getByRole('grid', { name: 'Waves as planned' }).getByText('3 of 3').first().waitFor()

    await box.getByRole('button', { name: 'Assign' }).click()
    await page.getByText(/^6 people of Hill \w+ in 2 waves/).waitFor()
    const owls = new Set((await people()).filter((p) => p.teamName === 'Owls').map((p) => p.waveId))
    assert.equal(owls.size, 1, 'a party starts together')
    const race = await saved()
    assert.equal(race.waves.waves.length, 2)
    assert.equal(race.waves.attrs.groupAttribute, 'teamName')
    await box.getByRole('button', { name: 'Done' }).click()
    await box.waitFor({ state: 'detached' })
    await undo(page)
    assert.equal((await saved()).waves.waves.length, 0)
    assert.ok((await people()).every((p) => p.waveId === 0))
    assert.deepEqual(errors, [])
    await done()
  })

  it('weight and preference are saved at once, from the menu of a right click and from the popover, and clearing takes the waves away', async () => {
    const { page, errors, box, at, people, saved, done } = await open(WAVES, { theme: 'dark' })
    await box.getByRole('textbox', { name: 'People per wave' }).fill('1')
    await summary(box, '6 people in 6 waves').waitFor()
    await row(box, 'Dag Lund').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Strong Early Start' }).click()
    await row(box, 'Dag Lund').getByText('Strong Early Start').waitFor()
    const dag = (await people()).find((p) => p.firstName === 'Dag')
    assert.equal((await api(page, 'GET', at(`/participants/${dag.id}`))).wavePref, 'early+')
    const first = box.locator('[role=grid] [data-index="0"]')
    await first.getByText('Dag Lund').waitFor()

    // by the keyboard: to the first row, Enter, the slider one step to the right at a time
    await box.getByRole('grid', { name: 'Assignments as planned' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await person(page).waitFor()
    const who = await person(page).getByRole('heading').textContent()
    assert.deepEqual(await faults(page), [])
    await person(page).getByRole('slider', { name: 'Wave weight' }).press('End')
    await first.getByText(who).waitFor()
    await page.keyboard.press('Escape')
    await person(page).waitFor({ state: 'detached' })
    const heavy = (await people()).find((p) => `${p.firstName} ${p.lastName}` === who)
    assert.equal((await api(page, 'GET', at(`/participants/${heavy.id}`))).waveWeight, 1)
    await box.getByText('Show what scores are made of').click()
    await first.getByText('+1.000').waitFor()

    await box.getByRole('button', { name: 'Assign' }).click()
    await page.getByText(/^6 people of Hill \w+ in 6 waves/).waitFor()
    await box.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
    await page.getByText(/^The waves of Hill \w+ are cleared/).waitFor()
    assert.equal((await saved()).waves.waves.length, 0)
    assert.deepEqual(await faults(page), [])
    assert.deepEqual(errors, [])
    await done()
  })

  it('is the whole screen of a phone, with the settings folded', async () => {
    const { page, errors, box, done } = await open(WAVES, { width: 390, height: 844 })
    await summary(box, '6 people in 1 wave').waitFor()
    await row(box, 'Ana Ito').getByText('Wave 1').waitFor()
    await box.getByRole('button', { name: 'Settings' }).click()
    await box.getByRole('textbox', { name: 'People per wave' }).waitFor()
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    assert.deepEqual(await faults(page), [])
    assert.deepEqual(errors, [])
    await done()
  })
})
