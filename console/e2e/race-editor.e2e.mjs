// The race editor, every tab of it, against the demo race in a real browser: what is saved, what is refused, what is kept.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { house } from './house.mjs'

const home = house()

/** The editor of a race of the demo event, on a signed-in page. */
async function open(name, options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const call = (method, path, body) =>
    page.evaluate(
      async ([method, path, body]) => {
        const headers = { Authentication: `Bearer ${localStorage.getItem('token')}`, 'X-CSRF-Token': document.querySelector('meta[name="csrf-token"]')?.content ?? '', 'Content-Type': 'application/json' }
        const asked = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
        const answer = await fetch(`/api/v1${path}`, asked)
        if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
        return answer.status === 204 ? null : answer.json()
      },
      [method, path, body],
    )
  const [{ id }] = await call('GET', '/race_events')
  const saved = async () => (await call('GET', `/race_events/${id}`)).races.find((r) => r.name === name)
  await page.goto(`${home.raced.url}/event-sources`)
  await openRace(page, name)
  return { page, errors, id, call, saved, done: () => context.close() }
}

async function openRace(page, name) {
  if (!(await page.getByRole('dialog').count())) await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  if (name === null) await dialog.getByRole('button', { name: 'Add Race' }).click()
  else await dialog.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('tab', { name: 'Waves' }).waitFor()
}

const tab = (page, name) => page.getByRole('tablist', { name: 'Race', exact: true }).getByRole('tab', { name: new RegExp(`^${name}`) })
// The event's own form lies below, out of sight.
const form = (page) => page.locator('[data-view=race-details]')
const splits = (page) => page.getByRole('listbox', { name: 'Splits' })
const pick = (page, name) => splits(page).getByRole('option', { name: new RegExp(`^${name}`) }).click()
// A switch's own input has no size; what is clicked is its label.
const flip = (input) => input.evaluate((i) => i.click())
const save = (page) => form(page).getByRole('button', { name: 'Save', exact: true }).click()
const closed = (page) => tab(page, 'Waves').waitFor({ state: 'detached' })
const focusedLabel = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent)

/** Types a whole date into a date-time field. */
async function type(page, label, digits) {
  await form(page).getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first().focus()
  await page.keyboard.type(digits)
}

describe('what was changed is saved, and nothing else', () => {
  it('in every tab at once; the clocks run on and the results are scored again', async () => {
    const { page, errors, saved, done } = await open('100K')
    const was = await saved()
    await form(page).getByLabel('Name', { exact: true }).fill('100K Classic')
    await form(page).getByLabel('Minutes').fill('2')
    await form(page).getByLabel('Seconds').fill('40')
    await page.getByText('6.25 m/s · 14.0 mph').waitFor()
    await flip(page.getByRole('radio', { name: 'Teal' }))
    await page.getByRole('button', { name: '524143454400' }).click()

    await tab(page, 'Splits').click()
    await pick(page, 'Mesa Tank')
    await page.getByRole('button', { name: 'Toggle Crew' }).click()
    await splits(page).getByRole('option', { name: /^Mesa Tank.*Crew/ }).waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.waitForFunction(() => document.activeElement?.value === 'New Split')
    await page.keyboard.type('High Saddle')
    await form(page).getByRole('textbox', { name: 'Distance', exact: true }).fill('80000')
    await form(page).getByLabel('Add an event source').selectOption({ label: 'New Source…' })
    await page.keyboard.type('Saddle Mat')
    await page.keyboard.press('Enter')
    await form(page).getByLabel('Event source 1').waitFor()
    assert.match(await form(page).getByLabel('Event source 1').locator('option:checked').textContent(), /^\d+ - Saddle Mat$/)

    await tab(page, 'Waves').click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const waves = page.getByRole('listbox', { name: 'Waves' }).getByRole('option')
    await waves.filter({ hasText: /^5 - / }).waitFor()
    const [last, added] = (await waves.allTextContents()).slice(-2).map((text) => /- (\d+):(\d+)/.exec(text).slice(1).map(Number))
    assert.equal((added[0] * 60 + added[1] - last[0] * 60 - last[1] + 1_440) % 1_440, 5, 'the last wave and five minutes')

    await tab(page, 'Shirts').click()
    assert.equal(await form(page).getByLabel('Women’s M').isDisabled(), true)
    await form(page).getByLabel('Count Strategy').selectOption({ label: 'This Race' })
    await flip(page.getByRole('switch', { name: 'Unisex' }))
    await form(page).getByLabel('Sizes XL', { exact: true }).fill('24')

    await save(page)
    await page.getByText('100K Classic saved.').waitFor()
    await closed(page)
    const now = await page.evaluate(async () => {
      const events = await fetch('/api/v1/race_events', { headers: { Authentication: `Bearer ${localStorage.getItem('token')}` } }).then((r) => r.json())
      return events[0].races.find((r) => r.name === '100K Classic')
    })
    assert.equal(now.maxPace, 6.25)
    assert.deepEqual(now.prefixes, ['000000000000', '524143454400'])
    assert.deepEqual(now.shirtCounts, { strategy: 'this', unisex: true, sizes: { xl: 24 } })
    assert.equal(now.waves.waves.length, 5)
    const saddle = now.splits.find((s) => s.name === 'High Saddle')
    assert.deepEqual([saddle.distance, saddle.eventRoutes.length, saddle.point !== null], [80_000, 1, true])
    for (const key of ['distance', 'startTime', 'cutoff', 'gunTime', 'scoreByTeam', 'bibRanges']) assert.deepEqual(now[key], was[key], key)
    assert.deepEqual(errors, [])
    await done()
  })

  it('says what was scored again when the start moves while the race runs', async () => {
    const { page, done } = await open('24 Hour')
    const start = form(page).getByRole('group', { name: 'Start Time' }).getByRole('spinbutton')
    await start.nth(4).focus()
    await page.keyboard.press('ArrowUp')
    await save(page)
    await page.getByText(/24 Hour saved\. Scored again: .*\d+ times?.* changed\./).waitFor()
    await openRace(page, '24 Hour')
    await start.nth(4).focus()
    await page.keyboard.press('ArrowDown')
    await save(page)
    await closed(page)
    await done()
  })

  it('of two people neither loses what the other did not touch', async () => {
    const { page, id, call, saved, errors, done } = await open('Last Standing')
    const race = await saved()
    await form(page).getByLabel('LPS Round').fill('45')
    await call('PUT', `/race_events/${id}/races/${race.id}`, { lpsDuration: 50, color: '#0072b2' })
    await page.getByText('Changed elsewhere: 50').waitFor()
    assert.equal(await form(page).getByLabel('Color', { exact: true }).inputValue(), '#0072b2', 'an untouched field follows')
    assert.equal(await form(page).getByLabel('LPS Round').inputValue(), '45', 'a touched one stays')
    await page.getByRole('button', { name: 'Use it' }).click()
    assert.equal(await form(page).getByLabel('LPS Round').inputValue(), '50')
    await form(page).getByLabel('LPS Round').fill('60')
    await flip(page.getByRole('switch', { name: 'Looped?' }))
    await save(page)
    await closed(page)
    const now = await saved()
    assert.deepEqual([now.lpsDuration, now.color, now.isLoop], [60, '#0072b2', false])
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('what is wrong is said at its field, and nothing is saved half', () => {
  it('numbers that are none, negative distances, a cutoff before the start', async () => {
    const { page, saved, errors, done } = await open('24 Hour')
    const was = await saved()
    const distance = form(page).getByLabel('Distance of a lap')
    await form(page).getByLabel('Name', { exact: true }).fill('Never')
    await distance.fill('five')
    await page.getByText('Give the distance as a number of kilometres').waitFor()
    await save(page)
    assert.equal(await focusedLabel(page), 'Distance of a lap')
    assert.equal(await distance.inputValue(), 'five', 'what was typed stays in sight')
    await distance.fill('-5')
    await save(page)
    await page.locator('[data-path=distance]').getByText(/must be between 0 and 10,000 km/).waitFor()
    await distance.fill('5')

    await tab(page, 'Splits').click()
    await pick(page, 'Far Side')
    await form(page).getByRole('textbox', { name: 'Distance', exact: true }).fill('-2600')
    await tab(page, 'Options').click()
    await save(page)
    await page.locator('[data-path$="/distance"]').getByText(/split "Far Side" must be between/).waitFor()
    assert.equal(await focusedLabel(page), 'Distance', 'the split is shown with its field')
    await form(page).getByRole('textbox', { name: 'Distance', exact: true }).fill('2600')

    await tab(page, 'Options').click()
    await type(page, 'Cutoff', '20200101000000')
    await save(page)
    await page.locator('[data-path=cutoff]').getByText(/cutoff of race "Never" is not after its start/).waitFor()
    assert.deepEqual(await saved(), was)
    assert.deepEqual(errors, [])
    await done()
  })

  it('two splits at one distance with one source', async () => {
    const { page, saved, done } = await open('24 Hour')
    const was = await saved()
    await tab(page, 'Splits').click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await form(page).getByRole('textbox', { name: 'Distance', exact: true }).fill('2600')
    const far = await form(page).getByLabel('Add an event source').locator('option', { hasText: 'Far Side' }).getAttribute('value')
    await form(page).getByLabel('Add an event source').selectOption(far)
    await pick(page, 'Lap')
    await save(page)
    await page.locator('[data-path^="route/"]').getByText(/same distance as another split/).waitFor()
    assert.match(await form(page).getByLabel('Name', { exact: true }).inputValue(), /New Split|Far Side/, 'one of the two is shown')
    assert.deepEqual(await saved(), was)
    await done()
  })

  it('a date that is half filled in, and shirts that cannot be counted', async () => {
    const { page, saved, done } = await open('24 Hour')
    const was = await saved()
    await tab(page, 'Splits').click()
    await pick(page, 'Lap')
    await type(page, 'Cutoff', '2026')
    await save(page)
    await page.getByText('Fill in every part, or empty the field.').waitFor()
    await page.getByRole('button', { name: 'Empty the field' }).click()
    await tab(page, 'Shirts').click()
    await form(page).getByLabel('Count Strategy').selectOption({ label: 'All Races' })
    await form(page).getByLabel('Men’s L', { exact: true }).fill('1.5')
    await save(page)
    await page.getByRole('alert').getByText('Men’s L: Give a whole number, 0 or more.').waitFor()
    assert.deepEqual(await saved(), was)
    await done()
  })
})

describe('nothing goes without a word', () => {
  it('leaving asks, and deleting asks in these words', async () => {
    const { page, saved, done } = await open('24 Hour')
    const was = await saved()
    const ask = page.getByRole('alertdialog')
    await page.getByRole('button', { name: 'Delete Race' }).click()
    await ask.getByText('Really delete 24 Hour? This cannot be undone.', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await ask.waitFor({ state: 'detached' })

    await tab(page, 'Splits').click()
    assert.equal(await page.getByRole('button', { name: 'Delete Race' }).count(), 0, 'only on the Options tab')
    await pick(page, 'Far Side')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await ask.getByText("Really delete split 'Far Side'? This cannot be undone.", { exact: true }).waitFor()
    await ask.getByRole('button', { name: 'Delete split' }).click()
    await splits(page).getByRole('option', { name: /^Far Side/ }).waitFor({ state: 'detached' })

    await tab(page, 'Waves').click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await ask.getByText('Really delete wave? This cannot be undone.', { exact: true }).waitFor()
    await ask.getByRole('button', { name: 'Delete wave' }).click()
    await page.getByText('No waves').waitFor()

    await form(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await ask.getByText('Discard your changes?').waitFor()
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await tab(page, 'Waves').getAttribute('aria-selected'), 'true')
    await form(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await ask.getByRole('button', { name: 'Discard changes' }).click()
    await closed(page)
    assert.deepEqual(await saved(), was)
    await done()
  })

  it('looking around leaves nothing to ask about', async () => {
    const { page, done } = await open('24 Hour')
    for (const name of ['Splits', 'Waves', 'Shirts', 'Options']) await tab(page, name).click()
    await form(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await closed(page)
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    await done()
  })
})

describe('a new race', () => {
  it('has a start and a finish that follows its distance, and may hear what others hear at the same places', async () => {
    const { page, id, call, errors, done } = await open(null)
    assert.equal(await form(page).getByLabel('Name', { exact: true }).inputValue(), 'New Race')
    await form(page).getByLabel('Name', { exact: true }).fill('48.9K')
    await form(page).getByRole('textbox', { name: 'Distance', exact: true }).fill('48.9')
    await tab(page, 'Splits').click()
    await splits(page).getByRole('option', { name: /^Finish.*48\.90 km/ }).waitFor()
    await tab(page, 'Options').click()
    await page.getByText('Time', { exact: true }).click()
    await tab(page, 'Splits').click()
    await splits(page).getByRole('option', { name: /^Start/ }).waitFor({ state: 'detached' })
    await tab(page, 'Options').click()
    await page.getByRole('radiogroup', { name: 'Fixed' }).getByText('Distance', { exact: true }).click()
    await save(page)
    const offer = page.getByRole('dialog', { name: 'Use the event sources of the other races?' })
    await offer.getByRole('cell', { name: /Ridge Camp$/ }).first().waitFor()
    await offer.getByRole('button', { name: 'Use them and save' }).click()
    await closed(page)
    const race = (await call('GET', `/race_events/${id}`)).races.find((r) => r.name === '48.9K')
    assert.deepEqual(race.splits.map((s) => [s.name, s.distance, s.eventRoutes.length > 0]), [['Start', 0, true], ['Finish', 48_900, true]])

    await openRace(page, '48.9K')
    await page.getByRole('button', { name: 'Delete Race' }).click()
    await page.getByRole('button', { name: 'Delete race', exact: true }).last().click()
    await closed(page)
    assert.equal((await call('GET', `/race_events/${id}`)).races.some((r) => r.name === '48.9K'), false)
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('routing', () => {
  it('copies to similar splits after saying which', async () => {
    const { page, id, call, done } = await open('24 Hour')
    const made = await call('POST', `/race_events/${id}/races`, { name: 'Two Laps', distance: 10_000, splits: [{ name: 'Half', distance: 5_050 }] })
    await tab(page, 'Splits').click()
    await pick(page, 'Lap')
    await page.getByRole('button', { name: 'Copy to similar splits' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy to similar splits' })
    await dialog.getByRole('row', { name: /Two Laps Half \d+ - Loop Mat/ }).waitFor()
    await dialog.getByRole('button', { name: 'Copy to 1 split', exact: true }).click()
    await page.getByText(/^1 split changed\./).waitFor()
    const half = (await call('GET', `/race_events/${id}`)).races.find((r) => r.id === made.id).splits[0]
    assert.equal(half.eventRoutes.length, 1)
    await call('DELETE', `/race_events/${id}/races/${made.id}`)
    await done()
  })

  it('a backup has a delta; roaming sources belong to no split', async () => {
    const { page, saved, done } = await open('24 Hour')
    await tab(page, 'Splits').click()
    await pick(page, 'Lap')
    await form(page).getByLabel('Add an event source').selectOption({ label: '8 - Finish Backup' })
    await flip(page.getByRole('switch', { name: '8 - Finish Backup is a backup' }))
    await form(page).getByLabel('Delta of 8 - Finish Backup, in seconds').fill('-2.25')
    await pick(page, 'Roaming')
    await page.getByText('These are not tied to a particular split, and may depend on GPS location or not need one (such as a spotter line).').waitFor()
    const spotter = await form(page).getByLabel('Add a roaming event source').locator('option', { hasText: /^\d+ - Spotter$/ }).getAttribute('value')
    await form(page).getByLabel('Add a roaming event source').selectOption(spotter)
    await save(page)
    await closed(page)
    let now = await saved()
    const lap = now.splits.find((s) => s.name === 'Lap')
    assert.deepEqual(lap.eventRoutes.map((r) => [r.backup, r.deltaMs]), [[false, 0], [true, -2_250]])
    assert.deepEqual(now.roamingESIDs, [Number(spotter)])
    await openRace(page, '24 Hour')
    await tab(page, 'Splits').click()
    await pick(page, 'Lap')
    await page.getByRole('button', { name: 'Remove 8 - Finish Backup' }).click()
    await pick(page, 'Roaming')
    await page.getByRole('button', { name: /^Remove \d+ - Spotter$/ }).click()
    await save(page)
    await closed(page)
    now = await saved()
    assert.deepEqual([now.splits.find((s) => s.name === 'Lap').eventRoutes.length, now.roamingESIDs], [1, []])
    await done()
  })
})

describe('by keyboard alone', () => {
  it('changes a split and saves with Enter', async () => {
    const { page, saved, errors, done } = await open('24 Hour')
    await tab(page, 'Options').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await splits(page).waitFor()
    await splits(page).getByRole('option').first().focus()
    await page.keyboard.press('ArrowDown')
    await form(page).getByLabel('Name', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focusedLabel(page), 'Name')
    await page.keyboard.press('End')
    await page.keyboard.type(' Turn')
    await page.keyboard.press('Enter')
    await closed(page)
    assert.equal((await saved()).splits[0].name, 'Far Side Turn')
    await page.waitForFunction(() => document.activeElement !== document.body)
    assert.deepEqual(errors, [])
    await done()
  })
})

for (const theme of ['light', 'dark', 'night']) {
  it(`axe finds nothing, ${theme}, on a desk and on a phone`, async () => {
    const { page, done } = await open('24 Hour', { theme })
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      await page.setViewportSize({ width, height })
      for (const name of ['Options', 'Splits', 'Waves', 'Shirts']) {
        await tab(page, name).click()
        if (name === 'Splits') await pick(page, 'Lap')
        await page.waitForFunction(() => document.querySelector('[data-entering]') === null)
        assert.deepEqual(await violations(page), [], `${name} at ${width}`)
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${name} hangs over the edge at ${width}`)
      }
    }
    await done()
  })
}
