// Measures a track of 100,000 points in the Map tab against a real raced: from the file to the map, and panning it.
// Usage: node e2e/perf/course.perf.mjs [points] [width] [height]. The ground is plain, as it is without a map service. It prints figures and judges nothing. Without a graphics card the processor draws the
// map, and that is most of a frame. MAP_FLAGS=--use-angle=null leaves out the drawing of pixels alone: what remains of a frame is what a
// computer with a graphics card has to do.
import { rmSync } from 'node:fs'
import { launchWithMap, openMap, stillMap } from '../courses.mjs'
import { startRaced } from '../raced.mjs'
import { makeField, WHO } from './field.mjs'
import { longTrack } from './track.mjs'

const points = Number(process.argv[2] ?? 100_000)
const [width, height] = [Number(process.argv[3] ?? 1024), Number(process.argv[4] ?? 768)]
const { data } = makeField(10)
const raced = await startRaced(['--data', data])
const browser = await launchWithMap((process.env.MAP_FLAGS ?? '').split(' ').filter(Boolean))
let page, cdp, box
const metric = async (name) => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === name).value * 1000
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
try {
  ;({ page } = await openMap(browser, raced.url, { race: '10K', width, height, as: WHO }))
  await page.getByText('No GPX Track Found').waitFor()
  const taken = []
  for (let n = 0; n < 3; n++) {
    // the clock runs in the page: handing the file to the browser is no part of it
    await page.evaluate((name) => {
      document.querySelector('input[accept*=gpx]').addEventListener('change', () => (window.began = performance.now()), { once: true, capture: true })
      window.took = new Promise((done) => {
        const look = new MutationObserver(() => {
          const text = document.querySelector('section[aria-label=Course] [role=status]')?.textContent ?? ''
          if (!text.includes(name) || !text.includes('Set.')) return
          look.disconnect()
          requestAnimationFrame(() => done(Math.round(performance.now() - window.began)))
        })
        look.observe(document.body, { subtree: true, childList: true, characterData: true })
      })
    }, `track-${n}.gpx`)
    await page.locator('input[accept*=gpx]').setInputFiles({ name: `track-${n}.gpx`, mimeType: 'application/gpx+xml', buffer: longTrack(points, n) })
    taken.push(await page.evaluate(() => window.took))
    await stillMap(page)
  }
  console.log(`file chosen to track shown, ${points} points: ${taken.join(', ')} ms, median ${median(taken)} ms (budget 1,000 ms)`)

  cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  box = await page.locator('.maplibregl-canvas').boundingBox()
  for (let n = 1; n <= 3; n++) await pan(n)
} finally {
  await browser.close()
  await raced.stop()
  rmSync(data, { recursive: true, force: true })
}

async function pan(n) {
  const [task, script] = [await metric('TaskDuration'), await metric('ScriptDuration')]
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // the pointer moves once a frame, so that there is no frame in which the map stands still
  const { gaps, places } = await page.evaluate(
    ({ x, y, moves }) =>
      new Promise((done) => {
        const move = (dx, dy) => document.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, cancelable: true, button: 0, buttons: 1, clientX: x + dx, clientY: y + dy }))
        const gaps = []
        const seen = new Set() // where the map stood in each frame, told by a marker on it
        let before = 0
        const tick = (at) => {
          if (before) gaps.push(at - before)
          before = at
          seen.add(document.querySelector('.maplibregl-marker').style.transform)
          if (gaps.length === moves) return done({ gaps, places: seen.size })
          move(150 * Math.sin(gaps.length / 9), 60 * Math.cos(gaps.length / 7))
          requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
      }),
    { x, y, moves: 180 },
  )
  await page.mouse.up()
  console.log(`panning, ${n}: ${gaps.length} frames, the map in ${places} places, median ${median(gaps).toFixed(1)} ms (budget 16.7 ms)`)
  console.log(`work of the page for each frame: ${((await metric('TaskDuration')) - task) / gaps.length} ms, of that script ${((await metric('ScriptDuration')) - script) / gaps.length} ms`)
  await stillMap(page)
}
