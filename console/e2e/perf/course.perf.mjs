// Measures a track of 100,000 points in the Map tab against a real raced: from the file to the map, and panning it.
// Usage: node e2e/perf/course.perf.mjs [points] [width] [height]. The ground is plain, as it is without a map service. It prints figures and judges nothing. Without a graphics card the processor draws the
// map, and that is most of a frame; the work of the page itself stands beside it.
import { rmSync } from 'node:fs'
import { launchWithMap, openMap, stillMap } from '../courses.mjs'
import { startRaced } from '../raced.mjs'
import { makeField, WHO } from './field.mjs'
import { longTrack } from './track.mjs'

const points = Number(process.argv[2] ?? 100_000)
const [width, height] = [Number(process.argv[3] ?? 1024), Number(process.argv[4] ?? 768)]
const { data } = makeField(10)
const raced = await startRaced(['--data', data])
const browser = await launchWithMap()
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
try {
  const { page } = await openMap(browser, raced.url, { race: '10K', width, height, as: WHO })
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

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metric = async (name) => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === name).value * 1000
  const box = await page.locator('.maplibregl-canvas').boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.evaluate(() => {
    window.frames = []
    const tick = (at) => (window.frames.push(at), requestAnimationFrame(tick))
    requestAnimationFrame(tick)
  })
  const [task, script] = [await metric('TaskDuration'), await metric('ScriptDuration')]
  await page.mouse.down()
  for (let i = 0; i < 120; i++) await page.mouse.move(box.x + box.width / 2 + 150 * Math.sin(i / 9), box.y + box.height / 2 + 60 * Math.cos(i / 7))
  await page.mouse.up()
  const frames = await page.evaluate(() => window.frames)
  const gaps = frames.slice(1).map((at, i) => at - frames[i])
  console.log(`panning: ${frames.length} frames, median ${median(gaps).toFixed(1)} ms (budget 16.7 ms with a graphics card)`)
  console.log(`work of the page for each frame: ${((await metric('TaskDuration')) - task) / frames.length} ms, of that script ${((await metric('ScriptDuration')) - script) / frames.length} ms`)
} finally {
  await browser.close()
  await raced.stop()
  rmSync(data, { recursive: true, force: true })
}
