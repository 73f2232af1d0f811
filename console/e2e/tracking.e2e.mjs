// Live tracking: the public standings of the demo race pushed to a small real server, from the Actions menu, and the lamp that says whether they arrive.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newPage, signIn } from './browser.mjs'
import { api, faults, until } from './desk.mjs'
import { house } from './house.mjs'
import { startSink } from './sink.mjs'

const PASSWORD = 'the mill wheel'

const home = house()
let sink
before(async () => (sink = await startSink('ridge', PASSWORD)))
after(() => sink?.stop())

/** A signed-in page on the demo event. */
async function open(options = {}) {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const [{ id }] = await api(page, 'GET', '/race_events')
  const at = (path, method = 'GET', body) => api(page, method, `/race_events/${id}${path}`, body)
  await page.goto(`${home.raced.url}/${id}/orders`) // nothing flashes here while the race goes on
  await connected(page)
  return { page, errors, id, at, done: () => context.close() }
}

const strip = (page) => page.getByRole('list', { name: 'Status', exact: true })
const connected = (page) => strip(page).getByRole('button', { name: /^Connected/ }).waitFor()
const lamp = (page) => strip(page).getByRole('button', { name: /^Tracking/ })
const shines = (page, state) => strip(page).locator(`li[data-state=${state}]`).filter({ has: page.getByRole('button', { name: /^Tracking/ }) }).waitFor()
const windowOf = (page) => page.getByRole('dialog', { name: 'Live Tracking' })

async function openDialog(page) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menu', { name: 'Actions' }).getByRole('group', { name: 'Live' }).getByRole('menuitem', { name: 'Live Tracking…' }).click()
  await windowOf(page).getByLabel('Server').waitFor()
  return windowOf(page)
}

describe('live tracking', () => {
  it('is refused in words, started, seen after a reload, asked for a keyframe and stopped', async () => {
    const { page, errors, at, done } = await open()
    assert.equal(await lamp(page).count(), 0, 'there is no lamp before the first start')
    const dialog = await openDialog(page)
    await dialog.getByText('The standings go nowhere.').waitFor()
    for (const name of ['Stop', 'Send Keyframe', 'Done']) assert.ok(await dialog.getByRole('button', { name, exact: true }).isDisabled(), name)
    assert.deepEqual([await dialog.getByLabel('Server').inputValue(), await dialog.getByLabel('User').inputValue()], ['', ''])
    assert.deepEqual(await faults(page), [])

    await dialog.getByLabel('Server').fill('ftp://live.example.org')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.getByRole('alert').getByText('write https://, http://, mqtts:// or mqtt:// in front of the host').waitFor()
    assert.equal(await lamp(page).count(), 0, 'a refusal starts nothing')

    await dialog.getByLabel('Server').fill(`${sink.url}/push`)
    await dialog.getByLabel('User').fill('ridge')
    await dialog.getByLabel('Password').fill('water wheel')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.getByRole('alert').getByText('The server 127.0.0.1 refuses the user or the password').waitFor()
    await shines(page, 'bad')
    assert.equal(sink.taken.length, 0)

    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    await shines(page, 'good')
    const [first] = sink.taken
    assert.equal(first.path, '/push/keyframe')
    const people = await at('/participants')
    assert.equal(first.body.participants.length, people.filter((p) => p.raceId > 0).length)
    await until('somebody moved', () => sink.taken.some((m) => m.path === '/push/delta' && m.body.participants.length > 0))

    await page.reload()
    await connected(page)
    await shines(page, 'good')
    await lamp(page).click()
    const more = page.getByText(`The public standings go to ${sink.url}/push. It took`)
    await more.waitFor()
    await page.keyboard.press('Escape')
    await more.waitFor({ state: 'detached' })

    const again = await openDialog(page)
    assert.deepEqual([await again.getByLabel('Server').inputValue(), await again.getByLabel('Password').inputValue()], [`${sink.url}/push`, ''])
    const before = sink.keyframes()
    await again.getByRole('button', { name: 'Send Keyframe' }).click()
    await again.getByText('The keyframe was taken.').waitFor()
    await until('a keyframe came', () => sink.keyframes() > before)
    await again.getByRole('button', { name: 'Stop' }).click()
    await again.getByText('Stopped. The standings go nowhere any more.').waitFor()
    await lamp(page).waitFor({ state: 'detached' })
    assert.equal((await at('/tracking')).state, 'off')
    assert.ok(!(await page.content()).includes(PASSWORD))
    await again.getByRole('button', { name: 'Cancel' }).click()
    await again.waitFor({ state: 'detached' })
    assert.deepEqual(errors, [])
    await done()
  })

  it('goes by keyboard alone, in the dark, and every console sees the server fail and come back', async () => {
    const one = await open({ theme: 'dark' })
    const other = await open()
    const { page } = one
    await page.getByRole('button', { name: 'Actions', exact: true }).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Live Tracking…' })
    await item.waitFor()
    await until('the item has the focus', async () => {
      if (await item.evaluate((i) => i === document.activeElement)) return true
      await page.keyboard.press('ArrowDown')
      return false
    })
    await page.keyboard.press('Enter')
    const dialog = windowOf(page)
    await until('the server field has the focus', () => dialog.getByLabel('Server').evaluate((f) => f === document.activeElement))
    await page.keyboard.type(sink.url)
    await page.keyboard.press('Tab')
    await page.keyboard.type('ridge')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    assert.deepEqual(await faults(page), [])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    for (const { page: each } of [one, other]) await shines(each, 'good')

    sink.answer = 503
    for (const { page: each } of [one, other]) await shines(each, 'bad')
    await lamp(other.page).click()
    const why = other.page.getByText('the server 127.0.0.1 answers 503 Service Unavailable. It goes on trying.')
    await why.waitFor()
    await other.page.keyboard.press('Escape')
    await why.waitFor({ state: 'detached' })
    const before = sink.keyframes()
    sink.answer = 204
    for (const { page: each } of [one, other]) await shines(each, 'good')
    assert.ok(sink.keyframes() > before, 'after a failure everything is sent again')

    await other.at('/tracking', 'DELETE')
    for (const { page: each } of [one, other]) await lamp(each).waitFor({ state: 'detached' })
    for (const { errors, done } of [one, other]) {
      assert.deepEqual(errors, [])
      await done()
    }
  })
})
