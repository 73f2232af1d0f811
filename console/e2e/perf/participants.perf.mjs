// Measures the participants table with 50,000 people against a real raced: at rest, and while reads arrive twenty times a second.
// Usage: node e2e/perf/participants.perf.mjs [people]. It prints figures and judges nothing: budgets are for the machine they name.
// Beside the time on the wall stands the time that the page's own thread was at work, which a busy machine does not stretch.
import { rmSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { chromePath, newPage, signInByScreen } from '../browser.mjs'
import { startRaced } from '../raced.mjs'
import { makeField, WHO } from './field.mjs'

const people = Number(process.argv[2] ?? 50_000)
const figures = []
const figure = (what, value, budget = '') => (figures.push({ what, value, budget }), console.log(`${what}: ${value}${budget ? ` (budget ${budget})` : ''}`))

const made = Date.now()
const { data } = makeField(people)
figure('field made and imported', `${((Date.now() - made) / 1000).toFixed(1)} s`)
const raced = await startRaced(['--data', data])
// Without the software GPU of the journeys: it would be what is measured.
const browser = await chromium.launch({ executablePath: chromePath(), args: ['--no-sandbox'] })
try {
  const { page } = await newPage(browser)
  await page.addInitScript(() => {
    window.long = []
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: 'longtask', buffered: true })
  })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async () => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000
  await signInByScreen(page, raced.url, WHO)
  const started = Date.now()
  await page.goto(`${raced.url}/1/participants`)
  await page.locator('[role=grid] [data-index]').first().waitFor()
  figure('address to first rows', `${Date.now() - started} ms`)
  figure('long tasks while loading', (await page.evaluate(() => window.long)).join(', ') || 'none')
  const [answer] = await page.evaluate(() => performance.getEntriesByType('resource').filter((r) => r.name.endsWith('/participants')).map((r) => [r.responseEnd - r.startTime, r.transferSize, r.decodedBodySize]))
  figure('the answer', `${answer[0].toFixed(0)} ms, ${(answer[1] / 1e6).toFixed(1)} MB sent, ${(answer[2] / 1e6).toFixed(1)} MB of JSON`)

  await measure(page, work, 'at rest')
  const feed = await feedReads(page, 20, 25)
  await feed.taken(1_500)
  const [from, since] = [await work(), Date.now()]
  await feed.taken(4_000)
  figure('work of the page for each second of it', `${(((await work()) - from) / ((Date.now() - since) / 1000)).toFixed(0)} ms`)
  await measure(page, work, 'with 20 × 25 finishers a second')
  const rows = await changedRows(page)
  figure('rows drawn again in one second of it', rows)
  feed.stop()
  figure('reads taken in meanwhile', feed.sent())
} finally {
  await browser.close()
  await raced.stop()
  rmSync(data, { recursive: true, force: true })
}

async function measure(page, work, when) {
  for (const [name, act] of [
    ['filter "n"', type('n')], ['filter "na"', type('na')], ['filter "nak"', type('nak')], ['no filter', type('')],
    ['sort by last name', sort('Last name')], ['sort by time', sort('Time')], ['sort by bib', sort('Bib')], ['sort by place', sort('Overall place')],
  ]) {
    const before = await work()
    const took = await page.evaluate(timed, act)
    const worked = (await work()) - before
    figure(`${name}, ${when}`, `${took.dom.toFixed(0)} ms, painted ${took.painted.toFixed(0)} ms, work ${worked.toFixed(0)} ms`, '100 ms')
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  }
  const before = await work()
  const s = await page.evaluate(scroll)
  const perFrame = ((await work()) - before) / s.frames
  figure(`scroll, ${when}`, `${s.fps.toFixed(1)} frames/s, p95 ${s.p95.toFixed(0)} ms, ${s.blank} blank, ${s.inPage} rows in the page, work ${perFrame.toFixed(1)} ms a frame`, '60 frames/s')
}

function type(text) {
  return `const i = document.querySelector('[aria-label=Filters] input'); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(i, '${text}'); i.dispatchEvent(new Event('input', { bubbles: true }))`
}

function sort(title) {
  return `document.querySelector('[role=columnheader] [aria-label="${title}"]').click()`
}

/** From the act until the first row or the count is another, and until that is painted. */
async function timed(act) {
  const grid = document.querySelector('[role=grid]')
  const look = () => grid.getAttribute('aria-rowcount') + grid.querySelector('[data-index]')?.textContent
  const before = look()
  const start = performance.now()
  new Function(act)()
  const channel = new MessageChannel()
  channel.port1.start()
  const turn = () => new Promise((resolve) => {
    channel.port1.addEventListener('message', resolve, { once: true })
    channel.port2.postMessage(0)
  })
  while (look() === before && performance.now() - start < 3_000) await turn()
  const dom = performance.now() - start
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return { dom, painted: performance.now() - start }
}

async function scroll() {
  const grid = document.querySelector('[role=grid]')
  grid.scrollTop = 0
  const gaps = []
  let blank = 0
  const box = grid.getBoundingClientRect()
  let last = await new Promise(requestAnimationFrame)
  const end = last + 3_000
  while (last < end) {
    grid.scrollTop += 90
    const now = await new Promise(requestAnimationFrame)
    gaps.push(now - last)
    last = now
    if (!document.elementFromPoint(box.left + 200, box.top + box.height / 2)?.closest('[data-index]')) blank++
  }
  gaps.sort((a, b) => a - b)
  return { frames: gaps.length, fps: (1000 * gaps.length) / gaps.reduce((a, b) => a + b), p95: gaps[Math.floor(gaps.length * 0.95)], blank, inPage: grid.querySelectorAll('[data-index]').length }
}

/** How many rows of the page had anything changed inside them. */
function changedRows(page) {
  return page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]')
    grid.scrollTop = 0
    const rows = new Set()
    const seen = new MutationObserver((list) => list.forEach((m) => (m.type === 'characterData' || m.type === 'childList') && rows.add(m.target.closest?.('[data-index]') ?? m.target.parentElement?.closest('[data-index]'))))
    seen.observe(grid, { subtree: true, childList: true, characterData: true })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    seen.disconnect()
    return `${rows.size} of ${grid.querySelectorAll('[data-index]').length} in the page`
  })
}

/** Sends `each` finish reads `perSecond` times a second. */
async function feedReads(page, perSecond, each) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const sources = await (await fetch(`${raced.url}/api/v1/event_sources`, { headers })).json()
  const finish = sources.find((s) => s.name === 'Finish').id
  let bib = 1
  let sent = 0
  const waiting = []
  const timer = setInterval(async () => {
    const reads = Array.from({ length: each }, () => ({ tag: String((bib = (bib * 31 + 7) % people) + 1), timestamp: new Date().toISOString() }))
    const answer = await fetch(`${raced.url}/api/v1/event_sources/${finish}/reads`, { method: 'POST', headers, body: JSON.stringify(reads) })
    if (answer.ok) sent += each
    for (const w of waiting.filter((w) => sent >= w.reads)) w.resolve()
  }, 1000 / perSecond)
  return { stop: () => clearInterval(timer), sent: () => sent, taken: (reads) => new Promise((resolve) => waiting.push({ reads, resolve })) }
}
