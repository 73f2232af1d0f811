// What the journeys of a file stand on: one raced and one browser, there before the first and gone after the last.
import { after, before } from 'node:test'
import { launch } from './browser.mjs'
import { startRaced } from './raced.mjs'

/** Filled before the first journey of the file; `start` and `open` are for those who need another raced or another browser. */
export function house({ start = startRaced, open = launch } = {}) {
  const home = { raced: undefined, browser: undefined }
  before(async () => {
    ;[home.raced, home.browser] = await Promise.all([start(), open()])
  })
  after(async () => {
    await home.browser?.close()
    await home.raced?.stop()
  })
  return home
}
