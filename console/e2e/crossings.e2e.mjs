// The crossings screen, every dialog about crossings, and the replay, against the demo race in a real browser.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { launch, newPage, signIn, violations } from './browser.mjs'
import { startRaced } from './raced.mjs'

let raced, browser
before(async () => {
  raced = await startRaced()
  browser = await launch()
})
after(async () => {
  await browser?.close()
  await raced?.stop()
})

/** A signed-in page on the crossings of the demo event, narrowed as `search` says. */
async function open(search = '', options = {}) {
  const { page, errors, context } = await newPage(browser, options)
  await signIn(page, raced.url)
  const id = (await api(page, 'GET', '/race_events'))[0].id
  await page.goto(`${raced.url}/${id}/crossings${search}`)
  await rows(page).first().waitFor()
  return { page, errors, id, at: (path) => `/race_events/${id}${path}`, done: () => context.close() }
}

/** What the API answers, asked as the console asks. */
async function api(page, method, path, body) {
  const answer = await page.evaluate(
    async ({ method, path, body }) => {
      const r = await fetch(`/api/v1${path}`, { method, body: body && JSON.stringify(body), headers: { Authentication: `Bearer ${localStorage.getItem('token')}`, 'Content-Type': 'application/json', 'X-CSRF-Token': document.querySelector('meta[name=csrf-token]')?.content ?? '' } })
      return { ok: r.ok, body: await r.json().catch(() => null) }
    },
    { method, path, body },
  )
  assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const grid = (page) => page.getByRole('grid', { name: 'Crossings' })
const rows = (page) => page.locator('[role=grid] [data-index]')
const filters = (page) => page.getByRole('group', { name: 'Filters' })
const dialog = (page, name) => page.getByRole(/Delete|cannot/.test(name) ? 'alertdialog' : 'dialog', { name })
const effect = (page) => page.getByRole('region', { name: 'What changes' })
const toasts = (page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })
const crossing = (page, at, id) => api(page, 'GET', at(`/explain?crossing=${id}`)).then((x) => x.reads.find((r) => r.id === id))

/** The newest crossing that counts at a split in the middle of a race run once, and whose it is. */
async function someSplit(page, at) {
  const event = await api(page, 'GET', at(''))
  const race = event.races.find((r) => !r.isTimed && r.lpsDuration === 0)
  const inner = race.splits.filter((s) => s.distance > 0 && !s.isTransitionPoint).toSorted((a, b) => a.distance - b.distance)[0]
  const list = await api(page, 'GET', at(`/crossings?split_id=${inner.id}&limit=1000`))
  return { race, split: inner, list: list.filter((c) => c.validCrossing && c.disposition === 'split') }
}

/** Waits until the list shows exactly what is asked for, and puts the keyboard on its first row. */
async function first(page) {
  await grid(page).focus()
  await page.keyboard.press('Home')
}

/** Takes the last action back by its toast, and waits until the server has done it. */
async function undo(page) {
  await toasts(page).getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText(/^Undone: /).last().waitFor()
}

describe('crossings', () => {
  it('come in live, are told with their reason, and filters stand in the address', async () => {
    const { page, errors, id, at, done } = await open()
    const newest = () => rows(page).first().textContent()
    const before = await newest()
    await page.waitForFunction((was) => document.querySelector('[role=grid] [data-index="0"]')?.textContent !== was, before)
    assert.ok((await page.getByRole('columnheader').allTextContents()).includes('Why'))

    const { split } = await someSplit(page, at)
    await filters(page).getByRole('button', { name: 'Split' }).click()
    await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${split.name}`) }).first().click()
    await page.keyboard.press('Escape')
    await page.waitForURL((u) => u.searchParams.get('split') === String(split.id))
    await page.waitForFunction((name) => [...document.querySelectorAll('[role=grid] [data-index]')].every((r) => r.textContent.includes(name)), split.name)
    await page.reload()
    await rows(page).first().waitFor()
    await filters(page).getByRole('button', { name: `Split: ${split.name}` }).waitFor()
    await filters(page).getByRole('button', { name: 'Clear filter' }).click()
    await page.waitForURL((u) => !u.searchParams.has('split'))

    // the oldest first, from a time on
    const from = (await api(page, 'GET', at('/crossings?limit=1&o=300')))[0].timestamp
    await page.goto(`${raced.url}/${id}/crossings?sort=time&from=${from}`)
    await rows(page).first().waitFor()
    const shown = await page.locator('[role=grid] [data-index="0"] [role=gridcell] span[title]').first().textContent()
    assert.ok(shown.endsWith(from.slice(17, 23)), `${shown} begins at ${from}`)
    assert.equal(await page.getByRole('columnheader', { name: 'Time of day' }).getAttribute('aria-sort'), 'ascending')

    await page.goto(`${raced.url}/${id}/crossings?q=nobody-is-called-this`)
    await page.getByText('No crossing matches these filters').waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('stand still under the pointer, and say how many came', async () => {
    const { page, errors, done } = await open()
    const box = await rows(page).nth(3).boundingBox()
    await page.mouse.move(box.x + 200, box.y + 8)
    await page.mouse.move(box.x + 210, box.y + 8)
    const under = () => page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest('[data-index]')?.textContent, [box.x + 210, box.y + 8])
    const was = await under()
    await page.getByRole('button', { name: /^\d+ new$/ }).waitFor()
    assert.equal(await under(), was)
    await page.getByRole('button', { name: /^\d+ new$/ }).click()
    await page.waitForFunction(() => ![...document.querySelectorAll('button')].some((b) => /^\d+ new$/.test(b.textContent)))
    assert.deepEqual(errors, [])
    await done()
  })

  it('a row opens its person, and says why it is what it is', async () => {
    const { page, errors, at, id, done } = await open()
    const { list } = await someSplit(page, at)
    await page.goto(`${raced.url}/${id}/crossings?q=${list[0].bib}&split=${list[0].splitId}`)
    await rows(page).first().waitFor()
    await first(page)
    await page.keyboard.press('w')
    await dialog(page, 'Why').getByRole('link', { name: new RegExp(list[0].lastName) }).waitFor()
    assert.ok((await dialog(page, 'Why').locator('tr[data-own]').count()) > 0)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await dialog(page, 'Why').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`participants/${list[0].participantId}`))
    assert.deepEqual(errors, [])
    await done()
  })

  it('Edit Crossing moves a time, says so before, and Undo brings it back; what is wrong is said at its field', async () => {
    const { page, errors, id, at, done } = await open()
    const { list } = await someSplit(page, at)
    const mine = list[1]
    await page.goto(`${raced.url}/${id}/crossings?q=${mine.bib}&split=${mine.splitId}&valid=yes`)
    await rows(page).first().waitFor()
    await first(page)
    await page.keyboard.press('e')
    const box = dialog(page, 'Edit Crossing')
    await box.getByLabel('Time').fill('half past nine')
    await box.getByText('This is not a time.').waitFor()
    await page.keyboard.press('Enter')
    assert.ok(await box.isVisible(), 'a wrong time is not sent')
    await box.getByLabel('Time').fill('')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })

    await page.keyboard.press('e')
    await box.getByLabel('Time').focus()
    await page.keyboard.press('ArrowUp')
    await box.getByLabel('Why').fill('by the hand watch')
    await effect(page).waitFor()
    assert.match(await effect(page).textContent(), new RegExp(mine.lastName))
    assert.deepEqual(await violations(page), [])
    const untouched = await crossing(page, at, mine.id)
    assert.equal(untouched.corrected, false, 'a preview stores nothing')
    await box.getByRole('button', { name: 'Save' }).click()
    await box.waitFor({ state: 'detached' })
    await toasts(page).first().waitFor()
    const moved = await crossing(page, at, mine.id)
    assert.equal(Date.parse(moved.at) - Date.parse(untouched.at), 1000)
    const [entry] = await api(page, 'GET', at('/edits?limit=1'))
    assert.equal(entry.kind, 'edit crossing')
    await undo(page)
    assert.equal((await crossing(page, at, mine.id)).at, untouched.at)
    assert.deepEqual(errors, [])
    await done()
  })

  it('choosing a split locks it, Automatic unlocks, and a crossing is not valid when a person says so', async () => {
    const { page, errors, id, at, done } = await open()
    const { list, split } = await someSplit(page, at)
    const mine = list[2]
    await page.goto(`${raced.url}/${id}/crossings?q=${mine.bib}&source=${mine.eventSourceId}`)
    await rows(page).first().waitFor()
    const box = dialog(page, 'Edit Crossing')
    const edit = async () => {
      await first(page)
      await page.keyboard.press('e')
      await box.waitFor()
    }
    const save = async () => {
      await box.getByRole('button', { name: 'Save' }).click()
      await box.waitFor({ state: 'detached' })
    }
    await edit()
    assert.equal(await box.getByLabel('Split').inputValue(), '0')
    await box.getByLabel('Split').selectOption(String(split.id))
    await save()
    await rows(page).filter({ hasText: 'Locked to its split' }).first().waitFor()
    assert.equal((await crossing(page, at, mine.id)).locked, true)
    await edit()
    await box.getByLabel('Split').selectOption({ label: 'Automatic' })
    await save()
    await page.waitForFunction(() => !document.querySelector('[role=grid]').textContent.includes('Locked to its split'))
    await edit()
    await box.getByRole('radio', { name: 'Not valid' }).check({ force: true })
    await save()
    await rows(page).filter({ hasText: 'forced invalid' }).first().waitFor()
    await undo(page)
    await page.waitForFunction(() => !document.querySelector('[role=grid]').textContent.includes('forced invalid'))
    assert.deepEqual(errors, [])
    await done()
  })

  it('Add Crossing needs a source and a person, and judges before it is entered', async () => {
    const { page, errors, id, at, done } = await open()
    const { list } = await someSplit(page, at)
    await page.getByRole('button', { name: 'Add crossing' }).click()
    const box = dialog(page, 'Add Crossing')
    assert.equal(await box.getByLabel('Event source').evaluate((s) => s.selectedOptions[0].text), 'Choose an Event Source')
    await box.getByRole('button', { name: 'Add crossing' }).click()
    await box.getByText('Say whose crossing it is.').waitFor()
    assert.ok(await box.locator('select[aria-invalid]').isVisible())
    assert.deepEqual(await violations(page), [])
    await box.getByRole('button', { name: 'Choose…' }).click()
    const chooser = dialog(page, 'Whose crossing is it?')
    assert.equal(await chooser.getByRole('option').count(), 10, 'a page of 10 (PART-4)')
    await page.keyboard.type(list[3].bib)
    await chooser.getByRole('option', { selected: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await box.getByText(list[3].lastName).waitFor()
    await box.getByLabel('Event source').selectOption(String(list[3].eventSourceId))
    await box.getByRole('status').filter({ hasText: /\w/ }).waitFor()
    await box.getByRole('button', { name: 'Add crossing' }).click()
    await box.waitFor({ state: 'detached' })
    await page.goto(`${raced.url}/${id}/crossings?q=${list[3].bib}`)
    await rows(page).filter({ hasText: 'Entered by hand' }).first().waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('Reassign gives several crossings to another, by keyboard alone, and Undo gives them back', async () => {
    const { page, errors, id, at, done } = await open()
    const { list } = await someSplit(page, at)
    const [from, to] = [list[4], list[5]]
    await page.goto(`${raced.url}/${id}/crossings?q=${from.bib}&valid=yes`)
    await rows(page).nth(1).waitFor()
    await first(page)
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 crossings chosen').waitFor()
    await page.keyboard.press('r')
    const box = dialog(page, 'Reassign Crossings')
    await box.getByRole('option').nth(11).waitFor()
    assert.equal(await box.getByRole('option').count(), 12, 'a page of 12 (XING-11)')
    for (const name of ['Cancel', 'Reassign', 'Prev', 'Next']) assert.equal(await box.getByRole('button', { name, exact: true }).count(), 1, name)
    await page.keyboard.press('PageDown')
    await box.getByText(/^13–24 of/).waitFor()
    await page.keyboard.type(to.bib)
    await box.getByRole('option', { selected: true }).filter({ hasText: to.lastName }).waitFor()
    await effect(page).getByRole('rowheader', { name: new RegExp(to.lastName) }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await box.waitFor({ state: 'detached' })
    await toasts(page).first().waitFor()
    const [entry] = await api(page, 'GET', at('/edits?limit=1'))
    assert.equal(entry.kind, 'reassign crossings')
    await grid(page).focus()
    await page.keyboard.press('Control+z')
    await page.getByText(/^Undone: /).waitFor()
    assert.equal((await crossing(page, at, from.id)).participantId, from.participantId)
    assert.deepEqual(errors, [])
    await done()
  })

  it('Void asks with its words, sets aside, and Restore brings back', async () => {
    const { page, errors, id, at, done } = await open()
    const { list } = await someSplit(page, at)
    const mine = list[6]
    await page.goto(`${raced.url}/${id}/crossings?q=${mine.bib}&split=${mine.splitId}`)
    await rows(page).first().waitFor()
    await first(page)
    await page.keyboard.press('v')
    const box = dialog(page, 'Delete crossing')
    await box.getByText('Really delete this crossing? This cannot be undone.').waitFor()
    await effect(page).waitFor()
    assert.deepEqual(await violations(page), [])
    await box.getByRole('button', { name: 'Delete crossing' }).click()
    await box.waitFor({ state: 'detached' })
    assert.equal((await crossing(page, at, mine.id)).disposition, 'voided')
    await page.goto(`${raced.url}/${id}/crossings?q=${mine.bib}&disposition=voided`)
    await rows(page).first().waitFor()
    await first(page)
    await page.keyboard.press('u')
    await page.getByText('No crossing matches these filters').waitFor()
    assert.equal((await crossing(page, at, mine.id)).disposition, mine.disposition)
    assert.deepEqual(errors, [])
    await done()
  })

  it('what is at no split and of nobody cannot be deleted', async () => {
    const { page, errors, id, at, done } = await open()
    const source = (await someSplit(page, at)).list[0].eventSourceId
    await api(page, 'POST', `/event_sources/${source}/reads`, [{ tag: 'NOBODY-77', timestamp: (await api(page, 'GET', at('/crossings?limit=1')))[0].timestamp }])
    await page.goto(`${raced.url}/${id}/crossings?unmatched=yes&q=NOBODY-77`)
    await rows(page).first().waitFor()
    await first(page)
    await page.keyboard.press('v')
    const box = dialog(page, 'This crossing cannot be deleted.')
    await box.waitFor()
    assert.deepEqual(await violations(page), [])
    await box.getByRole('button', { name: 'OK' }).click()
    // nor is there anybody to insert laps for
    await rows(page).first().getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: /Insert laps/ }).filter({ hasText: 'It belongs to nobody yet' }).waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('Insert Laps Crossings shows the rows before, inserts them, and Undo takes them out', async () => {
    const { page, errors, id, at, done } = await open()
    const lap = (await api(page, 'GET', at('/crossings?limit=1000'))).find((c) => c.disposition === 'lap' && c.loopId >= 2)
    assert.ok(lap, 'somebody runs laps')
    await page.goto(`${raced.url}/${id}/crossings?q=${lap.bib}&split=${lap.splitId}&valid=yes`)
    await rows(page).first().waitFor()
    const before = await api(page, 'GET', at(`/crossings?participant_id=${lap.participantId}&limit=1000`))
    await first(page)
    await page.keyboard.press('i')
    const box = dialog(page, 'Insert Laps Crossings')
    await box.getByLabel('How many').fill('0')
    await box.getByText('A whole number from 1 to').waitFor()
    assert.ok(await box.getByRole('button', { name: 'Insert', exact: true }).isDisabled())
    await box.getByLabel('How many').fill('2')
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Crossings to be inserted"] li').length === 2)
    const planned = await box.getByRole('list', { name: 'Crossings to be inserted' }).locator('li').allTextContents()
    assert.deepEqual(await violations(page), [])
    await box.getByRole('button', { name: 'Insert', exact: true }).click()
    await box.waitFor({ state: 'detached' })
    await toasts(page).first().waitFor()
    const known = new Set(before.map((c) => c.id))
    const born = (await api(page, 'GET', at(`/crossings?participant_id=${lap.participantId}&limit=1000`))).filter((c) => c.readerId === 'manual' && !known.has(c.id))
    assert.equal(born.length, 2)
    for (const c of born) assert.ok(planned.some((text) => text.includes(c.timestamp.slice(17, 23))), `${c.timestamp} was shown: ${planned}`)
    await undo(page)
    const left = await api(page, 'GET', at(`/crossings?participant_id=${lap.participantId}&valid=true&limit=1000`))
    assert.ok(born.every((b) => !left.some((c) => c.id === b.id)))
    assert.deepEqual(errors, [])
    await done()
  })
})

describe('the performance tab', () => {
  /** Somebody of a race run once: who has finished, or is between start and finish. */
  async function somebody(page, at, finished) {
    const { race } = await someSplit(page, at)
    const people = await api(page, 'GET', at('/participants'))
    return people.find((p) => p.raceId === race.id && p.status === 0 && (finished ? p.ft : p.st && !p.ft && p.distance > 0))
  }

  async function menu(page, item) {
    await page.getByRole('article').getByRole('button', { name: 'Crossings', exact: true }).click()
    if (item) await page.getByRole('menuitem', { name: item }).click()
  }

  it('Match Finish offers only finishers, the nearest bib first, up to 30 s apart', async () => {
    const { page, errors, id, at, done } = await open()
    const runner = await somebody(page, at, false)
    await page.goto(`${raced.url}/${id}/participants/${runner.id}`)
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
    assert.deepEqual(await violations(page), [])
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
    await page.goto(`${raced.url}/${id}/participants/${runner.id}`)
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
    await page.goto(`${raced.url}/${id}/participants/${finisher.id}`)
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
    await page.goto(`${raced.url}/${id}/participants/${runner.id}`)
    const splits = page.getByRole('article').getByRole('button', { name: /^Actions on Finish/ })
    await splits.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit…' }).waitFor()
    assert.deepEqual(await violations(page), [])
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
    await page.goto(`${raced.url}/${id}/crossings/replay?from=${from}&to=${newest}&speed=600`)
    const table = page.getByRole('grid', { name: 'Replayed crossings' })
    await page.getByText('Nobody has come by yet').waitFor()
    await page.getByLabel('Live ticker').getByRole('heading', { name: 'Replay' }).waitFor()
    assert.deepEqual(await violations(page), [])
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

for (const theme of ['light', 'dark', 'night']) {
  it(`axe finds nothing on a desk and a phone (${theme})`, async () => {
    const { page, done } = await open('', { theme })
    assert.deepEqual(await violations(page), [])
    await first(page)
    await page.keyboard.press('Space')
    await page.getByText('1 crossing chosen').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.waitForFunction(() => document.querySelectorAll('[role=columnheader]').length === 0)
    assert.deepEqual(await violations(page), [])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing hangs over the edge')
    await done()
  })
}
