// A console that was without a line for an hour: when it comes back its table equals that of a console that has just been opened,
// and the page was not loaded again. Once the server still remembers what was missed, once it does not.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { newPage, signInByScreen } from './browser.mjs'
import { house } from './house.mjs'
import { binary, startRaced } from './raced.mjs'

const WHO = { user: 'ana', password: 'a long enough secret' }
const EVENT = `
event: {name: Mill Loop, slug: mill-loop-2026, timezone: Europe/Amsterdam}
sources: [Start, Turn, Finish]
races:
  - name: 20K
    distance: 20km
    start: 2026-05-09T08:00:00
    cutoff: 2026-05-09T12:00:00
    initial_starts: gun
    splits: [{name: Start, distance: 0, sources: [Start]}, {name: Turn, distance: 10km, sources: [Turn]}, {name: Finish, distance: 20km, sources: [Finish]}]
  - name: 10K
    distance: 10km
    start: 2026-05-09T08:00:00
    initial_starts: gun
    splits: [{name: Start, distance: 0, sources: [Start]}, {name: Finish, distance: 10km, sources: [Turn]}]
`
const NAMES = ['Ana Ito', 'Ben Okafor', 'Cleo Marsh', 'Dov Lindgren', 'Eda Kaya', 'Finn Moss', 'Gia Rossi', 'Hugo Lund', 'Ida Berg', 'Jon Vale', 'Kim Oda', 'Lea Fink']
const second = (n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`

let dir
const home = house({ start: racedOfTheDay })

/** Two short races with everybody in them and nobody under way. */
async function racedOfTheDay() {
  dir = mkdtempSync(join(tmpdir(), 'away-e2e-'))
  const data = join(dir, 'data')
  const racectl = (args, input = '') => {
    const done = spawnSync(binary('racectl'), ['--data', data, ...args], { input, encoding: 'utf8' })
    assert.equal(done.status, 0, done.stderr)
  }
  writeFileSync(join(dir, 'roster.csv'), `bib,first name,last name,gender,race\n${NAMES.map((n, i) => `${i + 1},${n.replace(' ', ',')},F,${i < 8 ? '20K' : '10K'}`).join('\n')}\n`)
  racectl(['user', 'add', WHO.user], `${WHO.password}\n`)
  racectl(['event', 'apply', '-'], EVENT)
  racectl(['participant', 'import', join(dir, 'roster.csv'), '--race', 'file'])
  return startRaced(['--data', data])
}
after(() => rmSync(dir, { recursive: true, force: true }))

/** A console on the list of participants, whose line can be cut; `forgotten` has the server asked for what it remembers no more. */
async function openConsole({ forgotten = false } = {}) {
  const { page, context, errors } = await newPage(home.browser)
  const lines = []
  let cut = false
  await page.routeWebSocket(/\/ws$/, (ws) => {
    if (cut) return void ws.close()
    const server = ws.connectToServer()
    ws.onMessage((text) => server.send(forgotten ? text.replace(/\\"since\\":\d+/, '\\"since\\":5') : text))
    lines.push(ws)
  })
  await signInByScreen(page, home.raced.url, WHO)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const call = async (method, path, body, type = 'application/json') => {
    const init = body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}
    const answer = await fetch(`${home.raced.url}/api/v1${path}`, { ...init, method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': type } })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  const id = (await call('GET', '/race_events'))[0].id
  await page.goto(`${home.raced.url}/${id}/participants?sort=bib`)
  await page.locator('[role=grid] [data-index]').first().waitFor()
  await page.getByRole('button', { name: /^Connected/ }).waitFor()
  await page.evaluate(() => (window.sameDocument = true))
  return {
    page,
    errors,
    id,
    call,
    async leave() {
      cut = true
      await context.setOffline(true)
      for (const ws of lines.splice(0)) await ws.close()
      await page.getByRole('button', { name: /^Offline/ }).waitFor()
    },
    async comeBack() {
      cut = false
      await context.setOffline(false)
      await page.getByRole('button', { name: /^Connected/ }).waitFor({ timeout: 60_000 })
    },
    table: () => page.locator('[role=grid] [role=row]').allTextContents(),
    done: () => context.close(),
  }
}

/** What happens in an hour: reads, a person more and one less, statuses, another time, a void, a race more, a rescore, an undo. */
async function hour({ id, call }, round) {
  const at = (path, method, body, type) => call(method, `/race_events/${id}${path}`, body, type)
  const sources = Object.fromEntries((await call('GET', '/event_sources')).map((s) => [s.name, s.id]))
  const read = (source, lines) => call('POST', `/event_sources/${sources[source]}/reads`, `tag,timestamp\n${lines.join('\n')}\n`, 'text/csv')
  for (let n = 0; n < 8; n++) await read('Turn', [`${n + 1},2026-05-09T06:${second(2400 + 61 * n + round)}Z`, `${n + 101},2026-05-09T06:50:00Z`])
  await read('Finish', [1, 2, 3, 4].map((bib) => `${bib},2026-05-09T07:${second(1800 - 97 * bib + round)}Z`))
  const people = await call('GET', `/race_events/${id}/participants`)
  const who = (bib) => people.find((p) => p.bib === String(bib))
  await at('/participants/set_status', 'POST', { participantIds: [who(5).id], status: round ? 'DQ' : 'DNF', why: 'seen' })
  await at('/participants', 'POST', { participant: { bib: String(20 + round), firstName: 'Mia', lastName: 'New', gender: 'F', raceId: who(1).raceId } })
  await at(`/participants/${who(9 + round).id}`, 'DELETE')
  await at('/participants', 'POST', { participant: { id: who(8).id, lastName: `Lund-${round}` } })
  const crossings = await call('GET', `/race_events/${id}/crossings?participant_id=${who(2).id}`)
  await at(`/crossings/${crossings[0].id}`, 'DELETE')
  await at('/races', 'POST', { race: { name: `Fun ${round}`, distance: 5000 } })
  await at('/score', 'POST', { raceIds: [] })
  const dns = await at('/auto_dns', 'POST', { raceIds: [] })
  if (!round) await call('POST', `/edits/${dns.editId}/undo`)
  await at('/drop_downs', 'POST', { raceIds: [] })
  const reset = await at('/reset', 'POST')
  await call('POST', `/edits/${reset.editId}/undo`)
}

for (const [round, forgotten] of [false, true].entries()) {
  describe(forgotten ? 'away for longer than the server remembers' : 'away for as long as the server remembers', () => {
    it('the table equals that of a fresh console, and nothing was loaded again', async () => {
      const away = await openConsole({ forgotten })
      const was = await away.table()
      await away.leave()
      await hour(away, round)
      assert.deepEqual(await away.table(), was, 'without a line nothing moves')
      await away.comeBack()
      const fresh = await openConsole()
      const want = await fresh.table()
      assert.notDeepEqual(want, was)
      assert.ok(want.some((row) => row.includes('New')) && want.some((row) => row.includes(`Lund-${round}`)))
      await away.page
        .waitForFunction((rows) => JSON.stringify([...document.querySelectorAll('[role=grid] [role=row]')].map((r) => r.textContent)) === JSON.stringify(rows), want)
        .catch(async () => assert.deepEqual(await away.table(), want))
      assert.deepEqual(await fresh.table(), want, 'the fresh one did not move meanwhile')
      assert.equal(await away.page.evaluate(() => window.sameDocument), true)
      assert.deepEqual(away.errors.filter((e) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(e)), [])
      await away.done()
      await fresh.done()
    })
  })
}
