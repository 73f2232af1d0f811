// What is sold with the entries and who ordered it, against the demo race in a real home.browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPage, signIn } from './browser.mjs'
import { api, faults, undo } from './desk.mjs'
import { house } from './house.mjs'

const home = house()

/** A signed-in page on the orders of the demo event. */
async function open(options = {}, search = '') {
  const { page, errors, context } = await newPage(home.browser, options)
  await signIn(page, home.raced.url)
  const id = (await api(page, 'GET', '/race_events'))[0].id
  await page.goto(`${home.raced.url}/${id}/orders${search}`)
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await page.getByRole('button', { name: 'New add-on' }).waitFor()
  return { page, errors, id, at: (path) => `/race_events/${id}${path}`, done: () => context.close() }
}

/** An add-on of its own for a journey, with somebody's order of its first variant. */
async function sold(page, at, name, variants, quantity = 0) {
  const addOn = await api(page, 'POST', at('/addons'), { name, variants: variants.map((v) => ({ name: v })) })
  const [person] = await api(page, 'GET', at('/participants'))
  const had = await api(page, 'GET', at(`/participants/${person.id}/line_items`))
  if (quantity > 0) {
    const items = [...had.map(({ addOnId, variantId, quantity: n, text }) => ({ addOnId, variantId, quantity: n, text })), { addOnId: addOn.id, variantId: addOn.variants[0].id, quantity }]
    await api(page, 'PUT', at(`/participants/${person.id}/line_items`), { items })
  }
  return { addOn, person, name: `${person.firstName} ${person.lastName}` }
}

const line = (page, title) => page.getByRole('row').filter({ has: page.getByRole('button', { name: title, exact: true }) })
const ordered = (page, title, n) => line(page, title).getByRole('cell').last().filter({ hasText: new RegExp(`^${n}$`) }).waitFor()

describe('the screen of orders', () => {
  it('makes, renames and removes an add-on by the keyboard alone, and takes it back', async () => {
    const { page, errors, done } = await open()
    await page.getByRole('button', { name: 'New add-on' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New add-on' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
    await page.keyboard.type('Supper')
    const more = page.getByRole('button', { name: 'Add variant' })
    for (const variant of ['Soup', 'Stew']) {
      const fields = await page.getByRole('textbox', { name: /^Variant / }).count()
      await more.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: `Variant ${fields + 1}` }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type(variant)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await ordered(page, 'Supper / Stew', 0)

    await page.getByRole('button', { name: 'Change Supper' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Change Supper' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Late supper')
    await page.keyboard.press('Enter')
    await line(page, 'Late supper / Soup').waitFor()

    await page.getByRole('button', { name: 'Change Late supper' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove add-on' }).focus()
    await page.keyboard.press('Enter')
    await line(page, 'Late supper / Soup').waitFor({ state: 'detached' })
    await undo(page)
    await line(page, 'Late supper / Soup').waitFor()
    assert.deepEqual(errors, [])
    await done()
  })

  it('shows who ordered what, narrowed by race and by words, and gives the file', async () => {
    const { page, errors, id, at, done } = await open()
    const { name, person } = await sold(page, at, 'Camping', ['Tent', 'Van'], 3)
    await page.reload()
    await ordered(page, 'Camping / Tent', 3)
    await page.getByRole('button', { name: 'Camping / Tent', exact: true }).click()
    const who = page.getByRole('complementary', { name: 'Camping / Tent' })
    await who.getByText('3 for 1 person').waitFor()
    await who.getByRole('link', { name }).waitFor()
    await page.waitForURL(/variant=\d+/)
    await page.keyboard.press('Escape')
    await who.waitFor({ state: 'detached' })

    const event = await api(page, 'GET', at(''))
    const other = event.races.find((r) => r.id !== person.raceId)
    await page.getByLabel('Race', { exact: true }).selectOption({ label: other.name })
    await ordered(page, 'Camping / Tent', 0)
    await page.getByLabel('Race', { exact: true }).selectOption({ label: 'Every race' })
    await ordered(page, 'Camping / Tent', 3)
    await page.getByRole('searchbox', { name: 'Find an add-on or a person' }).fill(name)
    await line(page, 'Camping / Van').waitFor({ state: 'detached' })
    await line(page, 'Camping / Tent').waitFor()

    const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
    assert.equal(href, `/race_events/${id}/orders.csv`)
    const file = await page.evaluate((u) => fetch(u).then((r) => r.text()), href)
    assert.match(file, /^add_on,variant,quantity,text,bib,name,race\n/)
    assert.ok(file.includes(`Camping,Tent,3,,${person.bib},${name},`), file)
    assert.deepEqual(errors, [])
    await done()
  })

  it('follows what another console does: orders entered at a person show at once', async () => {
    const { page, errors, at, id, done } = await open()
    const { addOn, person } = await sold(page, at, 'Bus', ['There', 'Back'])
    await ordered(page, 'Bus / There', 0) // told by the channel, not read again by hand

    const second = await newPage(home.browser)
    await signIn(second.page, home.raced.url)
    await second.page.goto(`${home.raced.url}/${id}/participants/${person.id}/addons`)
    await second.page.getByLabel('Add to the order').selectOption(String(addOn.variants[0].id))
    const item = second.page.getByRole('group', { name: 'Bus / There' })
    await item.getByRole('textbox', { name: 'Quantity of Bus / There' }).fill('4')
    await item.getByRole('textbox', { name: 'Answer for Bus / There' }).fill('6 am')
    await second.page.getByRole('button', { name: 'Save orders' }).click()
    await second.page.getByRole('button', { name: 'Save orders' }).waitFor({ state: 'detached' })
    await ordered(page, 'Bus / There', 4)
    await undo(second.page)
    await ordered(page, 'Bus / There', 0)
    await item.waitFor({ state: 'detached' })
    assert.deepEqual([...errors, ...second.errors], [])
    await second.context.close()
    await done()
  })

  it('says what goes with a variant that is taken away, and refuses a name that is used', async () => {
    const { page, done, at } = await open()
    await sold(page, at, 'Mug', ['Blue', 'Red'], 1)
    await line(page, 'Mug / Blue').waitFor()
    await page.getByRole('button', { name: 'Change Mug' }).click()
    const box = page.getByRole('dialog', { name: 'Change Mug' })
    await box.getByRole('button', { name: 'Remove Blue' }).click()
    await box.getByText('1 order goes with the variants that you took away.').waitFor()
    await box.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'New add-on' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('mug')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').getByText(/there is an add-on Mug already/i).waitFor()
    await done()
  })

  for (const [theme, width, height] of [['light', 1440, 900], ['dark', 390, 844]]) {
    it(`has nothing that axe finds, ${theme}, ${width} wide`, async () => {
      const { page, at, id, done } = await open({ theme, width, height })
      const { person } = await sold(page, at, `Photo ${theme}`, ['Print'], 2)
      await page.getByRole('button', { name: `Photo ${theme} / Print`, exact: true }).click()
      await page.getByRole('complementary', { name: `Photo ${theme} / Print` }).getByRole('link').first().waitFor()
      assert.deepEqual(await faults(page), [])
      if (width < 600) await page.getByRole('button', { name: 'Back to the list' }).click()
      await page.getByRole('button', { name: `Change Photo ${theme}` }).click()
      await page.getByRole('dialog').waitFor()
      assert.deepEqual(await faults(page), [])
      await page.goto(`${home.raced.url}/${id}/participants/${person.id}/addons`)
      await page.getByRole('group', { name: `Photo ${theme} / Print` }).waitFor()
      assert.deepEqual(await faults(page), [])
      await done()
    })
  }

  it('is found by g a and in the palette', async () => {
    const { page, id, done } = await open()
    await page.goto(`${home.raced.url}/${id}/board`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.waitForURL(new RegExp(`/${id}/orders`))
    await page.goto(`${home.raced.url}/${id}/board`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('searchbox')).first().fill('orders')
    await page.getByRole('option', { name: /^Orders/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/${id}/orders`))
    await done()
  })
})
