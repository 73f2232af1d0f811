// The Actions menu: every dialog of an action on many, its progress and its way back, against the demo race in a real home.browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { until } from './desk.mjs'
import { house } from './house.mjs'

const home = house()

/** A signed-in page on the participants of the demo event, and its API. */
async function open(options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const call = async (method, path, body) => {
    const init = body ? { body: JSON.stringify(body) } : {}
    const answer = await fetch(`${home.raced.url}/api/v1${path}`, { ...init, method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  const id = (await call('GET', '/race_events'))[0].id
  const at = (path, method = 'GET', body) => call(method, `/race_events/${id}${path}`, body)
  await page.goto(`${home.raced.url}/${id}/participants`)
  await page.locator('[role=grid] [data-index]').first().waitFor()
  return { page, errors, call, at, done: () => context.close() }
}

async function choose(page, item) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const effect = (dialog) => dialog.getByRole('region', { name: 'What changes' })
const settled = (page) => page.waitForFunction(() => document.querySelector('[data-entering]') === null && document.getAnimations().every((a) => a.playState !== 'running'))

async function undo(page) {
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText(/^Undone: /).last().waitFor()
}

describe('automatic DNS', () => {
  it('shows whom it concerns, sets them as one, and is undone as one', async () => {
    const { page, errors, at, done } = await open()
    const event = await at('')
    const hundred = event.races.find((r) => r.name === '100K')
    const late = await at('/participants', 'POST', { participant: { bib: '9001', firstName: 'Nora', lastName: 'Late', gender: 'F', raceId: hundred.id } })
    const label = async () => (await at(`/participants/${late.id}`)).statusLabel
    const before = await label()

    await choose(page, 'Automatic DNS…')
    const dialog = page.getByRole('dialog', { name: 'Automatic DNS' })
    const races = dialog.getByRole('group', { name: 'Races' })
    for (const r of event.races) assert.ok(await dialog.getByRole('checkbox', { name: r.name }).isChecked(), r.name)
    await effect(dialog).getByText('Nora Late').waitFor()
    await settled(page)
    assert.deepEqual(await violations(page), [])
    await races.getByText('100K', { exact: true }).click()
    await effect(dialog).getByText('Nora Late').waitFor({ state: 'detached' })
    await races.getByText('100K', { exact: true }).click()
    for (const r of event.races.filter((x) => x.id !== hundred.id)) await races.getByText(r.name, { exact: true }).click()
    await effect(dialog).getByText('Nora Late').waitFor()
    assert.equal(await label(), before, 'a preview changes nothing')
    await dialog.getByRole('button', { name: /^Set (1 person|\d+ people) to DNS$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText(/^set DNS automatically: /).first().waitFor()
    assert.equal(await label(), 'DNS')
    const [entry] = await at('/edits?limit=1')
    assert.deepEqual([entry.kind, entry.actor.rule], ['auto DNS', 'auto_dns'])
    await undo(page)
    assert.equal(await label(), before)
    assert.deepEqual(errors, [])
    await done()
  })

  it('goes by keyboard alone', async () => {
    const { page, at, done } = await open()
    const race = (await at('')).races.find((r) => r.name === '100K')
    await at('/participants', 'POST', { participant: { bib: '9002', firstName: 'Kai', lastName: 'Keys', gender: 'M', raceId: race.id } })
    await page.getByRole('button', { name: 'Actions', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /^Score races again/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.textContent.startsWith('Automatic DNS'))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Automatic DNS' })
    await effect(dialog).getByText('Kai Keys').waitFor()
    const button = dialog.getByRole('button', { name: /to DNS$/ })
    await until('the button has the focus', async () => {
      if (await button.evaluate((b) => b === document.activeElement)) return true
      await page.keyboard.press('Tab')
      return false
    })
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await undo(page)
    await done()
  })
})

describe('drop-downs', () => {
  it('asks in the given words, shows who goes where, and is undone as one', async () => {
    const { page, errors, at, done } = await open()
    const event = await at('')
    const hundred = event.races.find((r) => r.name === '100K')
    const spring = hundred.splits.find((s) => s.name === 'Cedar Spring')
    const [seen] = await until('somebody is at Cedar Spring', async () => {
      const list = (await at(`/crossings?split_id=${spring.id}`)).filter((c) => c.validCrossing)
      return list.length > 0 && list
    })
    await at('/races', 'POST', {
      race: { name: 'Spring 21K', distance: spring.distance, startTime: hundred.startTime, prefixes: hundred.prefixes, splits: [{ name: 'Finish', distance: spring.distance, eventRoutes: [{ eventSourceId: spring.eventRoutes[0].eventSourceId }] }] },
    })
    await at('/participants/set_status', 'POST', { participantIds: [seen.participantId], status: 'DNF', why: 'stopped at Cedar Spring' })
    await page.reload()

    await choose(page, 'Drop-downs…')
    const dialog = page.getByRole('dialog', { name: 'Drop-downs' })
    await dialog.getByText('Change races for all unfinished participants?', { exact: true }).waitFor()
    const row = effect(dialog).getByRole('row').filter({ hasText: `${seen.firstName} ${seen.lastName}` })
    await row.getByText('Spring 21K').waitFor()
    await settled(page)
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: /^Change the race of (1 person|\d+ people)$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    const now = () => at(`/participants/${seen.participantId}`)
    assert.deepEqual([(await now()).statusLabel, (await now()).raceId === hundred.id], ['Finished', false])
    await undo(page)
    assert.deepEqual([(await now()).statusLabel, (await now()).raceId], ['DNF', hundred.id])
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('reset', () => {
  it('asks in the given words, and Undo brings every crossing back', async () => {
    const { page, errors, at, done } = await open()
    const finished = async () => (await at('/summary')).reduce((n, r) => n + r.started, 0)
    const before = await finished()
    assert.ok(before > 0)
    await choose(page, 'Reset event…')
    const dialog = page.getByRole('alertdialog', { name: /^Reset / })
    await dialog.getByText('Really remove all crossing data?', { exact: true }).waitFor()
    await dialog.getByText(/^[\d,]+ crossings of [\d,]+ reads count no more/).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Cancel')
    await settled(page)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.ok((await finished()) >= before, 'a hasty Enter loses nothing')

    await choose(page, 'Reset event…')
    await dialog.getByRole('button', { name: /^Remove [\d,]+ crossings$/ }).click()
    await dialog.waitFor({ state: 'detached', timeout: 60_000 })
    assert.ok((await finished()) < before)
    await page.getByRole('status').getByText(/^Resetting /).waitFor({ state: 'detached' })
    await undo(page)
    assert.ok((await finished()) >= before)
    const [note] = await page.evaluate(async () => (await fetch('/api/v1/notifications', { headers: { Authentication: `Bearer ${localStorage.getItem('token')}` } })).json())
    assert.match(note.detail, /A list of them is kept in .*\/resets\/.*\.csv; undo brings everything back\.$/)
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('the rest of the menu', () => {
  it('rescoring asks nothing and tells its progress, which goes away', async () => {
    const { page, at, done } = await open()
    const { name } = await at('')
    await choose(page, /^Score races again/)
    const dialog = page.getByRole('dialog', { name: 'Score races again' })
    await dialog.getByRole('button', { name: /^Score \d+ races$/ }).click()
    const progress = page.getByRole('progressbar', { name: `Rescoring ${name}` })
    await progress.waitFor()
    await dialog.getByText('Scored. Nobody’s result changed.').waitFor({ timeout: 60_000 })
    await page.keyboard.press('Escape')
    await progress.waitFor({ state: 'detached' })
    await done()
  })

  it('has groups, and with alt held the environment and the export that is not there', async () => {
    const { page, done } = await open()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    const menu = page.getByRole('menu', { name: 'Actions' })
    for (const group of ['Scoring', 'Exports', 'System']) await menu.getByRole('group', { name: group }).waitFor()
    assert.equal(await menu.getByText('(not implemented)').count(), 0)
    await page.keyboard.down('Alt')
    await menu.getByText('demo', { exact: true }).waitFor()
    const item = menu.getByRole('menuitem', { name: 'Crossings export' })
    assert.equal(await item.getAttribute('aria-disabled'), 'true')
    await item.getByText('(not implemented)').waitFor()
    await settled(page)
    // While a menu is open the page behind it is hidden from everybody, landmarks and headings with it.
    assert.deepEqual((await violations(page)).filter((v) => !/^(landmark-one-main|page-has-heading-one) /.test(v)), [])
    await page.keyboard.up('Alt')
    await item.waitFor({ state: 'detached' })
    await done()
  })

  it('reloads every open console without asking', async () => {
    const [one, other] = [await open(), await open()]
    for (const { page } of [one, other]) await page.evaluate(() => (window.before = true))
    await choose(one.page, /^Reload clients/)
    for (const { page } of [one, other]) await page.waitForFunction(() => window.before === undefined)
    await one.done()
    await other.done()
  })
})
