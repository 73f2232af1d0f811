// What a timer does with the reads and splits of one person, and the replay, against the demo race in a real home.browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, dialog, effect, faults, openCrossings, someSplit, undo } from './desk.mjs'
import { house } from './house.mjs'

const home = house()

const open = (search, options) => openCrossings(home.browser, home.raced, search, options)

describe('the performance tab', () => {
  /** Somebody of a race run once: who has finished, or is between start and finish. */
  async function somebody(page, at, finished) {
    const { race } = await someSplit(page, at)
    const people = await api(page, 'GET', at('/participants'))
    const found = people.find((p) => p.raceId === race.id && p.status === 0 && (finished ? p.ft : p.st && !p.ft && p.distance > 0))
    if (found || !finished) return found
    // Nobody is in yet: the one who is farthest is, by hand.
    const runners = people.filter((p) => p.raceId === race.id && p.status === 0 && p.st).toSorted((a, b) => b.distance - a.distance)
    const { finish } = await api(page, 'GET', at(`/participants/${runners[0].id}/proposals`))
    await api(page, 'POST', at('/crossings'), { participantId: runners[0].id, eventSourceId: finish.eventSourceId, splitId: finish.splitId, timestamp: finish.timestamp })
    return (await api(page, 'GET', at('/participants'))).find((p) => p.id === runners[0].id)
  }

  async function menu(page, item) {
    await page.getByRole('article').getByRole('button', { name: 'Crossings', exact: true }).click()
    if (item) await page.getByRole('menuitem', { name: item }).click()
  }

  it('Match Finish offers only finishers, the nearest bib first, up to 30 s apart', async () => {
    const { page, errors, id, at, done } = await open()
    await somebody(page, at, true)
    const runner = await somebody(page, at, false)
    await page.goto(`${home.raced.url}/${id}/participants/${runner.id}`)
    await menu(page, /^Match finish/)
    const box = dialog(page, 'Match Finish')
    await box.getByRole('option').first().waitFor()
    assert.doesNotMatch((await box.getByRole('option').allTextContents()).join(), /Current|Expected/)
    for (const name of ['Cancel', 'Match Finish', 'Prev', 'Next']) assert.equal(await box.getByRole('button', { name, exact: true }).count(), 1, name)
    await page.keyboard.press('ArrowDown')
    await box.getByLabel('Adjustment').fill('31')
    await box.getByText('From −30 to 30 seconds.').waitFor()
    assert.ok(await box.getByRole('button', { name: 'Match Finish' }).isDisabled())
    await box.getByLabel('Adjustment').fill('2.5')
    await effect(page).getByRole('rowheader', { name: new RegExp(runner.lastName) }).waitFor()
    assert.deepEqual(await faults(page), [])
    await box.getByRole('button', { name: 'Match Finish' }).click()
    await box.waitFor({ state: 'detached' })
    await page.getByRole('article').getByText('Official').waitFor()
    await undo(page)
    await page.getByRole('article').getByText('Elapsed', { exact: true }).first().waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('a lagged finish is proposed at the finish split; a start is not when there is one; and why not is said', async () => {
    const { page, errors, id, at, done } = await open()
    const runner = await somebody(page, at, false)
    await page.goto(`${home.raced.url}/${id}/participants/${runner.id}`)
    await menu(page)
    await page.getByRole('menuitem', { name: /^Manual start/, disabled: true }).filter({ hasText: 'There is a start already' }).waitFor()
    await page.getByRole('menuitem', { name: /^Lagged finish/, disabled: false }).click()
    const box = dialog(page, 'Add Crossing')
    const finish = (await someSplit(page, at)).race.splits.reduce((a, b) => (b.distance > a.distance ? b : a))
    assert.equal(await box.getByLabel('Split').inputValue(), String(finish.id))
    assert.notEqual(await box.getByLabel('Event source').inputValue(), '0')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })

    const finisher = await somebody(page, at, true)
    await page.goto(`${home.raced.url}/${id}/participants/${finisher.id}`)
    await menu(page)
    await page.getByRole('menuitem', { name: /^Match finish/, disabled: true }).filter({ hasText: 'They have a finish time' }).waitFor()
    await page.getByRole('menuitem', { name: /^Lagged finish/, disabled: true }).waitFor()
    await page.keyboard.press('Escape')

    // a start is proposed once the start read is set aside
    const start = (await api(page, 'GET', at(`/participants/${finisher.id}`))).crossings.find((c) => c.disposition === 'start')
    if (start) {
      await api(page, 'POST', at('/crossings/void'), { crossings: [start.id], why: 'a test of the proposals' })
      await page.reload()
      await menu(page)
      await page.getByRole('menuitem', { name: /^Manual start/, disabled: false }).click()
      await box.waitFor()
      await box.getByRole('button', { name: 'Add crossing' }).click()
      await box.waitFor({ state: 'detached' })
      await page.getByRole('article').getByText('manual start').first().waitFor()
    }
    assert.deepEqual(errors, [])
    await done()
  })

  it('each read and each split has its actions, reached by keyboard', async () => {
    const { page, errors, id, at, done } = await open()
    const runner = await somebody(page, at, true)
    await page.goto(`${home.raced.url}/${id}/participants/${runner.id}`)
    const splits = page.getByRole('article').getByRole('button', { name: /^Actions on Finish/ })
    await splits.waitFor()
    assert.deepEqual(await faults(page), [])
    await splits.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit…' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog(page, 'Edit Crossing').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Edit Crossing').waitFor({ state: 'detached' })
    assert.ok((await page.getByRole('article').getByRole('button', { name: /^Actions on the crossing at/ }).count()) > 1)
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('the replay', () => {
  it('plays a span again, pauses, is moved, and sends nothing', async () => {
    const { page, errors, id, at, done } = await open()
    const newest = (await api(page, 'GET', at('/crossings?limit=1')))[0].timestamp
    const from = new Date(Date.parse(newest) - 3_600_000).toISOString()
    const writes = []
    page.on('request', (r) => r.method() !== 'GET' && writes.push(`${r.method()} ${r.url()}`))
    await page.goto(`${home.raced.url}/${id}/crossings/replay?from=${from}&to=${newest}&speed=600`)
    const table = page.getByRole('grid', { name: 'Replayed crossings' })
    await page.getByText('Nobody has come by yet').waitFor()
    await page.getByLabel('Live ticker').getByRole('heading', { name: 'Replay' }).waitFor()
    assert.deepEqual(await faults(page), [])
    await page.getByRole('button', { name: 'Play' }).click()
    await table.locator('[data-index]').first().waitFor()
    await page.getByLabel('Live ticker').locator('li').first().waitFor()
    await page.getByRole('button', { name: /Pause|Play/ }).waitFor()
    const slider = page.getByRole('slider', { name: 'Time' })
    await slider.focus()
    await page.keyboard.press('End')
    await page.getByText('Come by so far').or(page.locator('[title="Come by so far"]')).waitFor()
    const [passed, all] = (await page.locator('[title="Come by so far"]').textContent()).split(' of ')
    assert.equal(passed, all)
    await page.keyboard.press('Home')
    await page.getByText('Nobody has come by yet').waitFor()
    await page.getByLabel('Speed').selectOption('1')
    await page.waitForURL((u) => u.searchParams.get('speed') === '1')
    assert.deepEqual(writes, [])
    assert.deepEqual(errors, [])
    await done()
  })
})
