// Pictures of every screen, light and dark, on a desk, a laptop and a phone, to be looked at one by one.
// Usage: node e2e/shots.mjs [url] [only]      pictures go to e2e/shots/
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, newPage, signIn } from './browser.mjs'

const url = process.argv[2] ?? process.env.CONSOLE_URL ?? 'http://127.0.0.1:3000'
const only = process.argv[3]?.split(',')
const out = join(dirname(fileURLToPath(import.meta.url)), 'shots')
mkdirSync(out, { recursive: true })

const SIZES = { desk: [1440, 900], laptop: [1024, 768], phone: [390, 844] }

/** A screen: where it is, and what to do there before the picture. `first` runs before signing in. */
const SCREENS = {
  login: { path: '/login', out: true },
  home: { path: '/', ready: (p) => p.getByText('Participant Status').waitFor().then(() => p.getByText('Active Participants').waitFor()) },
  settings: { path: '/settings', ready: (p) => p.getByText('Signed in').waitFor() },
  participants: { path: (id) => `/${id}/participants`, ready: (p) => p.getByRole('row').nth(4).waitFor() },
  sidebar: { path: '/', sizes: ['desk', 'phone'], ready: (p, size) => p.getByRole('button', { name: size === 'phone' ? /Inbox/ : /^Notifications/ }).first().click().then(() => p.getByRole('tab').first().waitFor()) },
  palette: { path: '/', sizes: ['desk', 'phone'], ready: async (p) => { await p.keyboard.press('Control+k'); await dialog(p); await p.keyboard.type('an'); await p.getByRole('option').nth(3).waitFor() } },
  shortcuts: { path: '/', sizes: ['desk'], ready: (p) => p.keyboard.press('?').then(() => dialog(p)) },
  actions: { path: '/', sizes: ['desk'], ready: (p) => p.getByRole('button', { name: 'Actions', exact: true }).click().then(() => p.getByRole('menu').waitFor()) },
  chooser: { path: '/', sizes: ['desk', 'phone'], ready: (p) => p.getByRole('button', { name: /^Event:|Choose an Event/ }).click().then(() => p.getByRole('button', { name: /Nov|Oct|No start/ }).last().waitFor()) },
  status: { path: '/', sizes: ['desk'], ready: (p) => p.getByRole('button', { name: /^Sources|^No sources/ }).click().then(() => dialog(p)) },
  events: { path: '/event-sources', ready: (p) => p.getByRole('button', { name: 'New Event' }).waitFor() },
  'new-event': { path: '/event-sources', sizes: ['desk', 'phone'], ready: (p) => p.getByRole('button', { name: 'New Event' }).click().then(() => dialog(p)) },
  event: { path: '/event-sources', ready: (p) => p.getByRole('button', { name: 'Edit', exact: true }).click().then(() => p.getByRole('tab', { name: 'Races' }).waitFor()) },
  'event-shirts': { path: '/event-sources', sizes: ['desk', 'phone'], ready: async (p) => { await SCREENS.event.ready(p); await p.getByRole('tab', { name: 'Shirts' }).click(); await p.getByText('Event Shirts').waitFor() } },
  'event-options': { path: '/event-sources', sizes: ['desk', 'phone'], ready: async (p) => { await SCREENS.event.ready(p); await p.getByRole('tab', { name: 'Options' }).click() } },
  discard: { path: '/event-sources', sizes: ['desk'], ready: async (p) => { await SCREENS.event.ready(p); await p.getByLabel('Name').fill('Another name'); await p.keyboard.press('Escape'); await p.getByText('Discard your changes?').waitFor() } },
  search: { path: '/', sizes: ['desk', 'laptop'], ready: async (p) => { await p.keyboard.press('/'); await p.keyboard.type('an') } },
}

const dialog = (p) => p.getByRole('dialog').waitFor()

const browser = await launch()
try {
  for (const theme of ['light', 'dark', 'night']) {
    const { page } = await newPage(browser, { theme })
    await page.goto(`${url}/login`)
    await shoot(page, theme, 'login', '')
    await signIn(page, url)
    await page.getByText('Active Participants').waitFor()
    const id = await page.evaluate(() => localStorage.getItem('activeRaceEventId'))
    for (const name of Object.keys(SCREENS)) if (name !== 'login') await shoot(page, theme, name, id)
    await page.context().close()
  }
} finally {
  await browser.close()
}

async function shoot(page, theme, name, id) {
  if ((only && !only.includes(name)) || (theme === 'night' && !['home', 'participants', 'event'].includes(name))) return
  const screen = SCREENS[name]
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    if (screen.sizes && !screen.sizes.includes(size)) continue
    await page.setViewportSize({ width, height })
    await page.evaluate(() => localStorage.setItem('expandSidebar', 'false'))
    await page.goto(url + (typeof screen.path === 'function' ? screen.path(id) : screen.path))
    if (!screen.out) await page.locator('main').waitFor()
    await page.waitForLoadState('networkidle').catch(() => {})
    await screen.ready?.(page, size)
    await settled(page)
    await page.screenshot({ path: join(out, `${name}-${theme}-${size}.png`) })
  }
}

/** Fonts are there and nothing fades or slides any more. */
async function settled(page) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => document.querySelector('[data-entering]') === null)
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState === 'finished' || a.effect?.getTiming().iterations === Infinity || a.effect?.getTiming().duration > 1000))
}
