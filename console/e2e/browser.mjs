// What every journey needs: a browser, a signed-in page, axe. The console is reached at CONSOLE_URL when that is set,
// else at a raced that is started for the run.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'

const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--force-color-profile=srgb']

/** The browser to use: $CHROME, else the distribution's Chromium. */
export function chromePath() {
  const found = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((p) => p && existsSync(p))
  if (!found) throw new Error('No Chromium was found. Install the package "chromium", or set CHROME to its path.')
  return found
}

export function launch() {
  return chromium.launch({ executablePath: chromePath(), args: FLAGS })
}

/** A page in its own browser profile; `errors` collects what the page threw or logged as an error. */
export async function newPage(browser, { width = 1440, height = 900, theme = 'light', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'no-preference', ...options })
  await context.addInitScript((t) => localStorage.getItem('theme') ?? localStorage.setItem('theme', t), theme)
  const page = await context.newPage()
  page.setDefaultTimeout(45_000) // a busy machine is slow, not wrong
  const errors = []
  page.on('pageerror', (e) => errors.push(e.message))
  page.on('console', (m) => {
    // A refused sign-in and a dropped line are told by the browser itself as errors; they are part of the journeys.
    if (m.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(m.text())) errors.push(m.text())
  })
  return { page, context, errors }
}

const sessions = new Map()

/**
 * Signs in: the first time by the screen, as a person does; after that with the same session, because a server rightly
 * slows down somebody who signs in twenty times a minute.
 */
export async function signIn(page, url) {
  const session = sessions.get(url)
  if (session) {
    await page.goto(`${url}/login`)
    await page.context().addCookies(session.cookies)
    await page.evaluate((stored) => Object.assign(localStorage, stored), session.stored)
    await page.goto(`${url}/`)
    return
  }
  await signInByScreen(page, url)
  const stored = await page.evaluate(() => ({ token: localStorage.getItem('token'), tokenExpiresAt: localStorage.getItem('tokenExpiresAt') }))
  sessions.set(url, { stored, cookies: await page.context().cookies() })
}

/** Signs in by the screen, as a person does. */
export async function signInByScreen(page, url, { user = 'demo', password = 'demo' } = {}) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong on the page as it stands: "rule (n) first place". */
export async function violations(page) {
  await page.evaluate(axe)
  // React Aria says of a button at work what it is, and leaves that standing for some seconds when the window of the button has gone.
  await page.waitForFunction(() => [...document.querySelectorAll('[data-live-announcer] [aria-labelledby]')].every((said) => document.getElementById(said.getAttribute('aria-labelledby'))))
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  return found.violations.map((v) => `${v.id} (${v.nodes.length}) ${v.nodes[0].target} ${v.nodes[0].failureSummary}`)
}
