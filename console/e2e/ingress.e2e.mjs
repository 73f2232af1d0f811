// A feed of positions and times from another system: set up in the options of the event, started and stopped, in trouble and well again.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { api, until } from './desk.mjs'
import { house } from './house.mjs'

const home = house()
let other
/** What the other system answers. */
let answer = { status: 200, body: '[]' }
before(async () => {
  other = createServer((_, out) => out.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)).listen(0, '127.0.0.1')
  await once(other, 'listening')
})
after(() => {
  other?.close()
  other?.closeAllConnections()
})

const address = () => `http://127.0.0.1:${other.address().port}/list`

/** An event of its own that is over and stands still, with one runner, and a page on it. */
async function open(name, options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const { id } = await api(page, 'POST', '/race_events', { raceEvent: { name, timezone: 'UTC' } })
  const source = await api(page, 'POST', '/event_sources', { eventSource: { name: `Mat ${name}` } })
  const race = await api(page, 'POST', `/race_events/${id}/races`, {
    race: { name: '10K', distance: 10_000, startTime: '2026-05-09T06:00:00Z', gunTime: true, splits: [{ name: 'Finish', distance: 10_000, eventRoutes: [{ eventSourceId: source.id }] }] },
  })
  await api(page, 'POST', `/race_events/${id}/participants`, { participant: { bib: '7', firstName: 'Cleo', lastName: 'Ito', gender: 'F', raceId: race.id } })
  await page.goto(`${home.raced.url}/${id}/participants`)
  await page.getByRole('button', { name: 'Actions', exact: true }).waitFor()
  return { page, errors, id, at: (path = '', method = 'GET', body) => api(page, method, `/race_events/${id}${path}`, body), done: () => context.close() }
}

/** The editor of the event on the screen, on its options. */
async function openEditor(page, name) {
  await page.getByRole('button', { name: `Event: ${name}` }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Event Details' })
  await editor.getByRole('tab', { name: 'Options' }).click()
  return editor
}

const line = (page) => page.getByRole('group', { name: 'Position ingress' })
const seen = (bib) => JSON.stringify([{ Bib: bib, 'Last seen split': 'Finish', Time: '2026-05-09T06:50:00Z' }])

describe('position ingress', () => {
  it('is set up in the options, started, in trouble, well again, and stopped', async () => {
    const { page, errors, at, done } = await open('Mill Loop')
    answer = { status: 200, body: seen('7') }
    const editor = await openEditor(page, 'Mill Loop')
    await editor.getByLabel('Ingress Adapter').selectOption({ label: 'TrackLeaders XML' })
    await editor.getByLabel('GPS Position URL').waitFor()
    await editor.getByLabel('Ingress Adapter').selectOption({ label: 'RaceResult' })
    await editor.getByLabel('LastSeen JSON URL').fill('nonsense')
    assert.equal(await editor.getByLabel('Poll Frequency').inputValue(), '300')
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.getByText(/is not an address on the web/).waitFor()
    await editor.getByLabel('LastSeen JSON URL').fill(address())
    await editor.getByLabel('Poll Frequency').fill('60')
    await editor.getByRole('button', { name: 'Save', exact: true }).click()
    await editor.waitFor({ state: 'detached' })
    assert.deepEqual((await at()).posIngressOpts, { url: address(), pollfreq: 60 })

    await openEditor(page, 'Mill Loop')
    await line(page).getByText('.', { exact: true }).waitFor()
    await line(page).getByRole('button', { name: 'Start' }).click()
    await line(page).getByText('Connected', { exact: true }).waitFor()
    await line(page).getByText('1 row in the last answer').waitFor()
    const finish = await until('the row is a crossing', async () => (await at('/crossings')).find((c) => c.bib === '7' && c.validCrossing))
    assert.equal(finish.split, 'Finish')
    assert.deepEqual(await violations(page), [])

    answer = { status: 503, body: 'down' }
    await at('/ingress/start', 'POST')
    await line(page).getByText('Server Error', { exact: true }).waitFor()
    await line(page).getByText('the server answers with status 503').waitFor()
    answer = { status: 200, body: seen('900') }
    await at('/ingress/start', 'POST')
    await line(page).getByText('No Matching Participants', { exact: true }).waitFor()
    await line(page).getByText(/nobody here is 900/).waitFor()
    assert.deepEqual(await violations(page), [])
    await line(page).getByRole('button', { name: 'Stop' }).click()
    await line(page).getByText('Disconnected', { exact: true }).waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('is started and stopped from the Actions menu', async () => {
    const { page, errors, id, at, done } = await open('Ridge Walk')
    const actions = page.getByRole('button', { name: 'Actions', exact: true })
    await actions.click()
    const begin = page.getByRole('menuitem', { name: 'Start Position Ingress' })
    await begin.waitFor()
    assert.equal(await begin.getAttribute('aria-disabled'), 'true', 'no adapter is chosen')
    await page.keyboard.press('Escape')
    await begin.waitFor({ state: 'detached' })
    answer = { status: 200, body: seen('7') }
    await at('', 'PUT', { raceEvent: { posIngressType: 'raceresult', posIngressOpts: { url: address() } } })
    await until('the console knows the adapter', async () => {
      await actions.click()
      await begin.waitFor()
      if ((await begin.getAttribute('aria-disabled')) !== 'true') return true
      await page.keyboard.press('Escape')
      await begin.waitFor({ state: 'detached' })
      return false
    })
    await begin.click()
    await until('it runs', async () => (await at()).posIngressState === 'running')
    const end = page.getByRole('menuitem', { name: 'Stop Position Ingress' })
    await until('the menu offers to stop it', async () => {
      await actions.click()
      await page.getByRole('menuitem', { name: /Position Ingress$/ }).waitFor()
      if (await end.isVisible()) return true
      await page.keyboard.press('Escape')
      await begin.waitFor({ state: 'detached' })
      return false
    })
    await end.click()
    await until('it is stopped', async () => (await at()).posIngressState === 'stopped')
    assert.equal((await api(page, 'GET', `/race_events/${id}/ingress`)).source, `RaceResult ${(await at()).slug}`)
    assert.deepEqual(errors, [])
    await done()
  })
})
