// People at the desk: the tabs of a person, adding and removing, statuses, named views, the history and undo, against the running demo race.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn, violations } from './browser.mjs'
import { house } from './house.mjs'

const home = house()

/** A signed-in page on the participants list of the demo event. */
async function open(path = 'participants', options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const [event] = await call(page, 'race_events')
  await page.goto(`${home.raced.url}/${event.id}/${path}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  return { page, errors, event, base: `race_events/${event.id}`, done: () => context.close() }
}

/** A call of the API as the signed-in person. */
async function call(page, path, body, method = body ? 'POST' : 'GET') {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${home.raced.url}/api/v1/${path}`, { method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) })
  assert.ok(answer.ok, `${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`)
  return answer.status === 204 ? null : answer.json()
}

/** Somebody of one's own, whom no other journey and no reader touches. */
const somebody = (page, base, event, more = {}) => call(page, `${base}/participants`, { firstName: 'Odile', lastName: `Marchetti ${Math.random().toString(36).slice(2, 8)}`, raceId: event.races[0].id, ...more })

/** What axe finds once nothing fades any more: half a fade has half a contrast. */
async function faults(page) {
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState === 'finished' || a.effect?.getTiming().iterations === Infinity || a.effect?.getTiming().duration > 1000))
  return violations(page)
}

const person = (page) => page.getByRole('article')
const field = (page, name) => person(page).getByLabel(name, { exact: true })
const tab = (page, name) => person(page).getByRole('navigation', { name: 'About this person' }).getByRole('link', { name, exact: true })
const toast = (page, words) => page.getByRole('status').filter({ hasText: words }).first()
const save = (page) => person(page).getByRole('button', { name: 'Save', exact: true })
const rows = (page) => page.locator('[role=grid] [data-index]')

describe('people at the desk', () => {
  it('each tab has its address, saves only what changed, and the last used one is remembered', async () => {
    const { page, errors, event, base, done } = await open()
    const p = await somebody(page, base, event)
    await page.goto(`${home.raced.url}/${event.id}/participants/${p.id}`)
    await person(page).getByText('Overall').waitFor()
    assert.equal(await tab(page, 'Performance').getAttribute('aria-current'), 'page')

    await tab(page, 'Details').click()
    await page.waitForURL(/\/details$/)
    await field(page, 'Team').fill('Kestrels')
    await field(page, 'Notes').fill('Asked for a second drop bag.\nKnee tape.')
    await person(page).getByText('Not saved: team, notes').waitFor()
    const sent = page.waitForRequest((r) => r.method() === 'POST' && r.url().endsWith('/participants'))
    await save(page).click()
    assert.deepEqual(Object.keys((await sent).postDataJSON()).toSorted(), ['id', 'notes', 'team_name'])
    await toast(page, 'Odile').waitFor()
    await save(page).waitFor({ state: 'detached' })

    await tab(page, 'Contact').click()
    await page.waitForURL(/\/contact$/)
    await field(page, 'Phone').fill('+1 928 555 0117')
    await field(page, 'Chips').fill('AB12, CD34')
    await field(page, 'Expects a shirt').selectOption('yes')
    await page.keyboard.press('Tab')
    await field(page, 'Phone').press('Enter')
    await save(page).waitFor({ state: 'detached' })

    await tab(page, 'Wave').click()
    await person(page).getByText('Own start', { exact: true }).click()
    await person(page).getByRole('group', { name: 'Starts at' }).getByRole('spinbutton').first().focus()
    await page.keyboard.type('20261003070000')
    await field(page, 'Weight').fill('1.5')
    await field(page, 'Preference').selectOption('late')
    await save(page).click()
    await save(page).waitFor({ state: 'detached' })

    await tab(page, 'Add-ons').click()
    await person(page).getByText('Nothing ordered').waitFor()
    await tab(page, 'Livestream').click()
    await person(page).getByRole('region', { name: /^Lower third of Odile/ }).waitFor()

    const saved = await call(page, `${base}/participants/${p.id}`)
    assert.equal(saved.teamName, 'Kestrels')
    assert.equal(saved.phone, '+1 928 555 0117')
    assert.deepEqual(saved.chips, ['AB12', 'CD34'])
    assert.equal(saved.expectsShirt, true)
    assert.equal(saved.waveStartTime.arbitrary, true)
    assert.match(saved.waveStartTime.timestamp, /^2026-10-03T/)
    assert.equal(saved.waveWeight, 1.5)
    assert.equal(saved.wavePref, 'late')

    // the tab is remembered: whoever is opened next shows it
    await person(page).getByRole('button', { name: 'Close' }).click()
    await rows(page).first().click()
    await page.waitForURL(/\/participants\/\d+\/livestream/)
    await tab(page, 'Performance').click()
    await page.waitForURL(/\/participants\/\d+$/)
    assert.deepEqual(errors, [])
    await done()
  })

  it('two editors at once lose nothing, and each sees what the other did', async () => {
    const a = await open()
    const b = await open()
    const p = await somebody(a.page, a.base, a.event, { teamName: 'Herons' })
    for (const { page, event } of [a, b]) {
      await page.goto(`${home.raced.url}/${event.id}/participants/${p.id}/details`)
      await field(page, 'Team').waitFor()
    }
    await field(a.page, 'Team').fill('Ravens')
    await field(b.page, 'Team').fill('Otters')
    await field(b.page, 'First name').fill('Odette')
    await save(b.page).click()
    await save(b.page).waitFor({ state: 'detached' })
    // the name follows by itself; the team is kept as typed, with the other's beside it
    await a.page.waitForFunction(() => [...document.querySelectorAll('article input')].some((i) => i.value === 'Odette'))
    assert.equal(await field(a.page, 'Team').inputValue(), 'Ravens')
    await person(a.page).getByText('Changed elsewhere: Otters').waitFor()
    await person(a.page).getByRole('button', { name: 'Keep mine' }).click()
    await save(a.page).click()
    await save(a.page).waitFor({ state: 'detached' })
    const saved = await call(a.page, `${a.base}/participants/${p.id}`)
    assert.deepEqual([saved.firstName, saved.teamName], ['Odette', 'Ravens'])
    assert.deepEqual([...a.errors, ...b.errors], [])
    await a.done()
    await b.done()
  })

  it('what is not saved is never lost silently, and a refusal stands at its field', async () => {
    const { page, errors, event, base, done } = await open()
    const p = await somebody(page, base, event)
    const taken = (await call(page, `${base}/participants`)).find((x) => x.bib && x.id !== p.id)
    await page.goto(`${home.raced.url}/${event.id}/participants?last=${encodeURIComponent(p.lastName)}`)
    await rows(page).first().click()
    await tab(page, 'Details').click()
    await field(page, 'Bib').fill(taken.bib)
    // another tab keeps the draft; a refusal leads back to the field
    await tab(page, 'Wave').click()
    await save(page).click()
    await page.waitForURL(/\/details\?/)
    await person(page).getByText(/is already assigned to/).waitFor()
    assert.equal(await field(page, 'Bib').inputValue(), taken.bib)
    assert.equal(await field(page, 'Bib').getAttribute('aria-invalid'), 'true')
    await field(page, 'Date of birth').fill('2099-01-01')
    await field(page, 'Bib').fill('')
    await save(page).click()
    await person(page).getByText(/has not come yet/).waitFor()
    // leaving asks
    await person(page).getByRole('button', { name: 'Close' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Discard your changes?').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await field(page, 'Date of birth').inputValue(), '2099-01-01')
    await page.goBack()
    await question.getByText('Discard your changes?').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.waitForURL(/\/details\?/)
    await person(page).getByRole('button', { name: 'Discard' }).click()
    await person(page).getByRole('button', { name: 'Close' }).click()
    await page.waitForURL(/\/participants\?/)
    assert.deepEqual(errors, [])
    await done()
  })

  it('somebody is added by keyboard alone, and removed with a way back', async () => {
    const { page, errors, event, base, done } = await open()
    await page.getByRole('button', { name: 'Add Participant' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/participants\/NEW-[^/]+\/details/)
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT' && document.activeElement.closest('article'))
    const last = `Sandoval ${Math.random().toString(36).slice(2, 8)}`
    await page.keyboard.type('Petra')
    await page.keyboard.press('Tab')
    await page.keyboard.type(last)
    await page.keyboard.press('Enter')
    await page.waitForURL(/participants\/\d+\/details/)
    await toast(page, `Petra ${last} added.`).waitFor()
    const id = Number(page.url().match(/participants\/(\d+)/)[1])
    assert.equal((await call(page, `${base}/participants/${id}`)).lastName, last)

    await person(page).getByRole('button', { name: 'Remove from the event' }).click()
    await toast(page, `Petra ${last} removed.`).waitFor()
    await page.waitForURL(/\/participants$/)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click()
    await toast(page, 'Undone:').waitFor()
    assert.equal((await call(page, `${base}/participants/${id}`)).lastName, last)

    // who has crossings stays, with the reason; cancelling somebody new asks the server nothing
    const runner = (await call(page, `${base}/participants`)).find((p) => p.lastSeenAt)
    await page.goto(`${home.raced.url}/${event.id}/participants/${runner.id}/details`)
    await person(page).getByRole('button', { name: 'Remove from the event' }).click()
    await person(page).getByText(/has (a crossing|\d+ crossings) and stays; reassign (it|them) first/).waitFor()
    await page.getByRole('button', { name: 'Add Participant' }).click()
    await page.waitForURL(/NEW-/)
    let asked = 0
    page.on('request', (r) => (asked += r.method() === 'DELETE' || (r.method() === 'POST' && r.url().endsWith('/participants')) ? 1 : 0))
    await person(page).getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/\/participants(\?|$)/)
    assert.equal(asked, 0)
    assert.deepEqual(errors, [])
    await done()
  })

  it('many get a status at once, after a preview, and it is taken back as one', async () => {
    const { page, errors, event, base, done } = await open()
    const mark = `Crew${Math.random().toString(36).slice(2, 8)}`
    const three = []
    for (let i = 0; i < 3; i++) three.push(await somebody(page, base, event, { teamName: mark }))
    await page.goto(`${home.raced.url}/${event.id}/participants?team=${mark}`)
    await page.waitForFunction(() => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === '4')
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+a')
    await page.getByText('3 people chosen').waitFor()
    await page.getByRole('button', { name: 'Set status…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('DNS', { exact: true }).click()
    await dialog.getByRole('region', { name: /3 people change/ }).waitFor()
    assert.match(await dialog.getByRole('region', { name: 'What changes' }).textContent(), /Expected→DNS/)
    await dialog.getByLabel('Why').fill('bus broke down')
    assert.deepEqual(await faults(page), [])
    await dialog.getByRole('button', { name: 'Set DNS for 3 people' }).click()
    await toast(page, 'DNS set for 3 people.').waitFor()
    for (const p of three) assert.equal((await call(page, `${base}/participants/${p.id}`)).status, 1)
    await page.getByRole('status').filter({ hasText: 'DNS set for' }).getByRole('button', { name: 'Undo' }).click()
    await toast(page, 'Undone:').waitFor()
    for (const p of three) assert.equal((await call(page, `${base}/participants/${p.id}`)).status, 0)
    assert.deepEqual(errors, [])
    await done()
  })

  it('a view has a name, survives a reload, and can be renamed and deleted', async () => {
    const { page, errors, done } = await open('participants?gender=F&sort=last&cols=team')
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Save this view as').fill('Women by name')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'View: Women by name' }).waitFor()
    await page.getByRole('button', { name: /^Clear filter/ }).click()
    await page.waitForURL((u) => !u.searchParams.has('gender'))
    await page.reload()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Women by name', exact: true }).click()
    await page.waitForURL((u) => u.searchParams.get('gender') === 'F' && u.searchParams.get('sort') === 'last' && u.searchParams.get('cols') === 'team')
    await page.getByRole('button', { name: 'View: Women by name' }).click()
    await page.getByRole('button', { name: 'Rename Women by name' }).click()
    await page.getByLabel('New name of Women by name').fill('Women')
    await page.keyboard.press('Enter')
    assert.deepEqual(await faults(page), [])
    await page.getByRole('button', { name: 'Delete Women' }).click()
    await page.getByText('Give the filters, the order').waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('the history says what was changed in words, narrows, previews an undo, and can be undone in turn', async () => {
    const { page, errors, event, base, done } = await open()
    const p = await somebody(page, base, event, { bib: '' })
    await call(page, `${base}/participants`, { id: p.id, teamName: 'Finches' })
    await call(page, `${base}/participants/set_status`, { participantIds: [p.id], status: 'DNF', why: 'turned an ankle' })
    await page.goto(`${home.raced.url}/${event.id}/participants/${p.id}/history`)
    const list = person(page).getByRole('list').first()
    await list.getByText('turned an ankle').first().waitFor()
    assert.doesNotMatch(await list.textContent(), /[{}[\]]/)
    assert.match(await list.textContent(), /teamnothing→Finches/)
    await list.getByRole('button', { name: /^Undo \d+: set status DNF/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('region', { name: 'What changes' }).getByText('DNF').waitFor()
    assert.deepEqual(await faults(page), [])
    await dialog.getByRole('button', { name: 'Undo this' }).click()
    await toast(page, 'Undone: set status DNF').waitFor()
    assert.equal((await call(page, `${base}/participants/${p.id}`)).status, 0)
    await list.getByText(/^Taken back by/).waitFor()
    // the undo is an entry, too
    await list.getByRole('button', { name: /^Undo \d+: undo/ }).first().click()
    await dialog.getByRole('button', { name: 'Undo this' }).click()
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'))
    assert.equal((await call(page, `${base}/participants/${p.id}`)).status, 2)

    await page.goto(`${home.raced.url}/${event.id}/history`)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByLabel('Kind').selectOption('set status')
    await page.waitForURL((u) => u.searchParams.get('kind') === 'set status')
    await page.getByText('turned an ankle').first().waitFor()
    await page.getByRole('button', { name: 'Everybody' }).click()
    await page.getByLabel('Bib or name').fill(p.lastName)
    await page.getByRole('option').filter({ hasText: p.lastName }).click()
    await page.waitForURL((u) => u.searchParams.get('person') === String(p.id))
    await page.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await page.getByText('turned an ankle').first().waitFor()
    assert.deepEqual(await faults(page), [])
    assert.deepEqual(errors, [])
    await done()
  })

  const looks = {
    desk: [{}, ['details', 'contact', 'wave', 'addons', 'livestream', 'history']],
    night: [{ theme: 'night' }, ['details', 'history']],
    phone: [{ width: 390, height: 844 }, ['wave', 'livestream']],
  }
  for (const [name, [options, ends]] of Object.entries(looks)) {
    it(`no tab has an accessibility fault, nor spills over (${name})`, async () => {
      const { page, errors, event, base, done } = await open('participants', options)
      const p = await somebody(page, base, event)
      for (const end of ends) {
        await page.goto(`${home.raced.url}/${event.id}/participants/${p.id}/${end}`)
        await tab(page, { addons: 'Add-ons' }[end] ?? end[0].toUpperCase() + end.slice(1)).and(page.locator('[aria-current=page]')).waitFor()
        await page.getByRole('main').waitFor()
        assert.deepEqual(await faults(page), [], end)
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${end} is wider than the window`)
      }
      assert.deepEqual(errors, [])
      await done()
    })
  }
})
