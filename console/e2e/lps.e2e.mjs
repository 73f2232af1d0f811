// The monitor of last-person-standing races: started and stopped from the Actions menu, its bells carried out and told, and taken back as one,
// in a race of its own beside the running demo races.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn } from './browser.mjs'
import { api, faults, undo, until } from './desk.mjs'
import { house } from './house.mjs'

const home = house()

const HOUR = 3_600_000

/** A race of two rounds that are over, between two people: one completed both laps, the other one. */
async function backyard(page, at) {
  const event = await api(page, 'GET', at(''))
  const name = `Yard ${Math.random().toString(36).slice(2, 8)}`
  const now = Date.parse((await api(page, 'GET', '/version')).now ?? event.races[0].startTime)
  const start = Math.min(now, Date.parse(event.races[0].startTime)) - 3 * HOUR
  const when = (minutes) => new Date(start + minutes * 60_000).toISOString()
  const source = await api(page, 'POST', '/event_sources', { eventSource: { name: `Mat of ${name}` } })
  const race = { name, distance: 6700, startTime: when(0), cutoff: when(150), lpsDuration: 60, splits: [{ name: 'Loop', distance: 6700, eventRoutes: [{ eventSourceId: source.id }] }] }
  const { id } = await api(page, 'POST', at('/races'), race)
  const person = (bib, firstName) => api(page, 'POST', at('/participants'), { bib, firstName, lastName: 'Yardley', gender: 'F', raceId: id })
  const [ana, ben] = [await person('9701', 'Ana'), await person('9702', 'Ben')]
  await api(page, 'POST', `/event_sources/${source.id}/reads`, [['9701', 50], ['9702', 55], ['9701', 110]].map(([tag, m]) => ({ tag, timestamp: when(m) })))
  const label = async (p) => (await api(page, 'GET', at(`/participants/${p.id}`))).statusLabel
  return { id, name, ana, ben, label }
}

async function choose(page, item) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

describe('the monitor of last-person-standing races', () => {
  it('is started and stopped by its state, carries the bells out, tells of them, and each is undone as one', async () => {
    const { page, errors, context } = await newPage(home.browser)
    await signIn(page, home.raced.url)
    const id = (await api(page, 'GET', '/race_events'))[0].id
    const at = (path) => `/race_events/${id}${path}`
    const yard = await backyard(page, at)
    await page.goto(`${home.raced.url}/${id}/participants`)
    await page.locator('[role=grid] [data-index]').first().waitFor()

    await choose(page, 'Start LPS Monitor')
    await page.getByText('LPS Monitor started').first().waitFor()
    const lamp = page.getByRole('list', { name: 'Status' }).getByRole('button', { name: /^LPS Monitor \(/ })
    await lamp.waitFor()
    await until('the bell is carried out', async () => (await yard.label(yard.ben)) === 'DNF')
    const [bell] = (await api(page, 'GET', at('/edits?kind=LPS%20bell'))).filter((e) => e.summary.startsWith(yard.name))
    assert.equal(bell.actor.rule, 'lps')
    const told = await api(page, 'GET', '/notifications')
    assert.ok(told.some((n) => n.title === `${yard.name}, round 2: #9701 Ana Yardley has won`), JSON.stringify(told.map((n) => n.title)))

    await lamp.click()
    await page.getByRole('region', { name: yard.name }).getByText(/Finished: #9701 Ana Yardley/).waitFor()
    assert.deepEqual(await faults(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: yard.name }).waitFor({ state: 'detached' })

    await api(page, 'POST', `/edits/${bell.id}/undo`)
    assert.notEqual(await yard.label(yard.ben), 'DNF')

    await choose(page, 'Stop LPS Monitor')
    await page.getByText('LPS Monitor stopped').first().waitFor()
    await lamp.waitFor({ state: 'detached' })
    await undo(page)
    await lamp.waitFor()
    assert.equal((await api(page, 'GET', at('/lps'))).status, 'running')
    assert.deepEqual(errors, [])
    await context.close()
  })

  it('is not offered where no race is last person standing', async () => {
    const { page, context } = await newPage(home.browser)
    await signIn(page, home.raced.url)
    const plain = await api(page, 'POST', '/race_events', { raceEvent: { name: `Plain ${Math.random().toString(36).slice(2, 8)}`, timezone: 'UTC' } })
    await api(page, 'POST', `/race_events/${plain.id}/races`, { name: '10K', distance: 10_000, startTime: '2030-06-01T14:00:00Z', splits: [{ name: 'Finish', distance: 10_000 }] })
    await page.goto(`${home.raced.url}/${plain.id}/participants`)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Automatic DNS…' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: /LPS Monitor/ }).count(), 0)
    await context.close()
  })
})
