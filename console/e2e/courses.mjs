// The way to the Map tab of a race, and course files for it.
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { chromePath, newPage, signIn, signInByScreen } from './browser.mjs'

const folder = fileURLToPath(new URL('../../fixtures/courses/', import.meta.url))

/** The path of a course fixture. */
export const course = (name) => folder + name

// The map needs WebGL 2; with these flags the processor draws it.
const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-color-profile=srgb']

/** A browser that can draw the map. */
export function launchWithMap(more = []) {
  return chromium.launch({ executablePath: chromePath(), args: [...FLAGS, ...more] })
}

/** A signed-in page on the Map tab of a race of the first event; `outside` collects requests that left the machine. */
export async function openMap(browser, url, { race = '100K', as, ...options } = {}) {
  const { page, context, errors } = await newPage(browser, options)
  const outside = []
  page.on('request', (r) => {
    if (!r.url().startsWith(url) && !/^(data|blob):/.test(r.url())) outside.push(r.url())
  })
  await (as ? signInByScreen(page, url, as) : signIn(page, url))
  await page.goto(`${url}/races`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('row').filter({ hasText: race }).getByRole('button', { name: /Edit/ }).click()
  await dialog.getByRole('tab', { name: 'Map' }).click()
  return { page, dialog, errors, outside, done: () => context.close() }
}

/** Waits until the map has drawn everything and stands still. */
export async function stillMap(page) {
  await page.locator('[data-idle]').waitFor({ state: 'attached', timeout: 60_000 })
}
