// Every message that a client sends, and every one that it is sent, with the stock clients against a real raced.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AnyCableClient, RailsClient } from './clients.mjs'
import { Raced, until } from './raced.mjs'
import { startSink } from '../../../console/e2e/sink.mjs'

let raced
before(async () => (raced = await Raced.start()))
after(() => raced.remove())

/** An event with two races over the same mats, and four people. */
async function day(name) {
  const source = async (of) => (await raced.shell('POST', '/event_sources', { eventSource: { name: `${of} ${name}` } })).id
  const [turn, finish] = [await source('Turn'), await source('Finish')]
  const route = (id) => [{ eventSourceId: id }]
  const { id } = await raced.shell('POST', '/race_events', { raceEvent: { name: `Mill Loop ${name}`, timezone: 'UTC' } })
  const at = (path, method = 'GET', body) => raced.shell(method, `/race_events/${id}${path}`, body)
  const starts = { startTime: '2026-05-09T06:00:00Z', gunTime: true }
  const waves = { waves: [{ name: 'Late', time: '2026-05-09T06:10:00Z' }, { name: 'Early', time: '2026-05-09T06:00:00Z' }] }
  await at('/races', 'POST', { race: { name: '20K', distance: 20_000, ...starts, cutoff: '2026-05-09T10:00:00Z', waves, splits: [{ name: 'Turn', distance: 10_000, eventRoutes: route(turn) }, { name: 'Finish', distance: 20_000, eventRoutes: route(finish) }] } })
  await at('/races', 'POST', { race: { name: '10K', distance: 10_000, ...starts, splits: [{ name: 'Finish', distance: 10_000, eventRoutes: route(turn) }] } })
  const { races } = await at('')
  const person = (bib, race) => at('/participants', 'POST', { participant: { bib, firstName: 'Ana', lastName: `Ito ${bib}`, gender: 'F', raceId: race.id } })
  return { id, races, turn, finish, at, person, read: (mat, tag, time) => raced.shell('POST', `/event_sources/${mat}/reads`, [{ tag, timestamp: `2026-05-09T${time}Z` }]) }
}

/** What a subscription was told, batches taken apart. */
const told = (story) => story.messages.flatMap((m) => (m.msgType === 'batch' ? m.messages : [m]))

for (const Client of [RailsClient, AnyCableClient]) {
  describe(Client.title, () => {
    let client, d, control, events
    const hears = (what, is, story = control) => until(`it hears of ${what}`, () => told(story).find(is))
    const forget = () => (control.messages.length = events.messages.length = 0)
    const status = async (bib) => (await d.at('/participants')).find((p) => p.bib === bib).statusLabel

    before(async () => {
      d = await day(Client.title)
      client = new Client(raced.url)
      control = client.subscribe({ channel: 'ControlChannel' })
      events = client.subscribe({ channel: 'EventChannel', raceEventId: d.id })
      await until('both are connected', () => control.has('connected') && events.has('connected'))
    })
    after(() => client?.close())

    test('is told what comes to be, changes and goes: entityCreate, entityUpdate, entityDelete', async () => {
      for (const bib of ['1', '2', '3']) await d.person(bib, d.races[0])
      const last = await d.person('4', d.races[1])
      const born = await hears('a new person', (m) => m.msgType === 'entityCreate' && m.entities.participants?.some((p) => p.id === last.id))
      assert.equal(born.raceEventId, d.id)
      await d.at('/participants', 'POST', { participant: { id: last.id, lastName: 'Okafor' } })
      await hears('a changed person', (m) => m.msgType === 'entityUpdate' && m.entities.participants?.some((p) => p.id === last.id && p.lastName === 'Okafor'))
      const gone = await d.person('5', d.races[1])
      await d.at(`/participants/${gone.id}`, 'DELETE')
      await hears('a removed person', (m) => m.msgType === 'entityDelete' && m.collection === 'participants' && m.ids.includes(gone.id))
    })

    test('is told of reads: crossing on both channels, status_change, notification, entityPlacements', async () => {
      forget()
      await d.read(d.turn, '2', '06:55:00')
      const crossing = await hears('a crossing', (m) => m.msgType === 'crossing' && m.crossing.bib === '2')
      for (const field of ['id', 'participantId', 'raceId', 'splitId', 'firstName', 'lastName', 'split', 'loopId', 'validCrossing', 'timestamp']) assert.notEqual(crossing.crossing[field], undefined, field)
      await hears('the same on the event channel', (m) => m.msgType === 'crossing' && m.crossing.id === crossing.crossing.id, events)
      assert.deepEqual([...new Set(told(events).map((m) => m.msgType))], ['crossing'])
      const line = await hears('the source', (m) => m.msgType === 'status_change' && m.eventSourceId === d.turn && m.status === 'connected')
      assert.ok(line.messageId > 0 && line.updatedAt)
      await d.read(d.turn, '1', '06:50:00')
      await d.read(d.finish, '1', '07:45:00')
      const places = await hears('somebody else’s new place', (m) => m.msgType === 'entityPlacements' && m.participants.some((p) => p.id === crossing.crossing.participantId && p.overallPlace === 2))
      assert.equal(places.raceEventId, d.id)
      await d.read(d.turn, '77', '06:51:00')
      const note = await hears('a notification', (m) => m.msgType === 'notification' && m.notification.title === 'Unknown tag 77')
      for (const field of ['id', 'type', 'detail', 'action', 'actionTitle']) assert.notEqual(note.notification[field], undefined, field)
    })

    test('many at once come as a batch', async () => {
      await until('a batch came', () => control.messages.some((m) => m.msgType === 'batch' && m.messages.length > 1))
    })

    /** Performs an action and waits for its progress to end. */
    async function performed(action, data, label) {
      forget()
      control.perform(action, data)
      const end = await hears(`the end of ${label}`, (m) => m.msgType === 'progress' && m.tag.startsWith(label) && m.p === 100)
      assert.equal(end.raceEventId, d.id)
      return (await d.at('/edits?limit=1'))[0]
    }

    test('performs auto_dns {race_ids}', async () => {
      const entry = await performed('auto_dns', { race_ids: d.races.map((r) => r.id) }, 'Automatic DNS')
      assert.equal(entry.kind, 'auto DNS')
      assert.deepEqual([await status('3'), await status('4')], ['DNS', 'DNS'])
      await hears('the new status', (m) => m.msgType === 'entityUpdate' && m.entities.participants?.some((p) => p.statusLabel === 'DNS'))
    })

    test('performs apply_drop_downs_for_races {raceIds}', async () => {
      await d.at('/participants/set_status', 'POST', { bibs: ['2'], status: 'DNF' })
      const entry = await performed('apply_drop_downs_for_races', { raceIds: [d.races[0].id] }, 'Drop-downs')
      assert.equal(entry.kind, 'drop downs')
      assert.equal(await status('2'), 'Finished')
    })

    test('performs rescore_race_event {raceIds}', async () => {
      const before = await d.at('/participants')
      await performed('rescore_race_event', { raceIds: d.races.map((r) => r.id) }, 'Rescoring')
      assert.deepEqual(await d.at('/participants'), before)
    })

    test('performs recalculate_splits {ids} and reorder_wave_ids {raceId}', async () => {
      forget()
      control.perform('reorder_wave_ids', { raceId: d.races[0].id })
      await hears('the waves in order', (m) => m.msgType === 'entityUpdate' && m.entities.raceEvents?.some((e) => e.races[0].waves.waves.map((w) => w.name).join() === 'Early,Late'))
      control.perform('recalculate_splits', { ids: d.races[0].splits.map((s) => s.id) })
      await d.at('') // it changes nothing without a track; the connection goes on
      control.perform('reload_clients')
      await hears('what comes after it', (m) => m.msgType === 'reload')
    })

    test('performs reset_race_event {raceEventId}', async () => {
      const entry = await performed('reset_race_event', { raceEventId: d.id }, 'Resetting')
      assert.equal(entry.kind, 'reset event')
      assert.equal((await d.at('/crossings')).filter((c) => c.validCrossing).length, 0)
      await hears('that crossings are to be read again', (m) => m.msgType === 'entityUpdate' && Array.isArray(m.entities.crossings))
      await raced.shell('POST', `/edits/${entry.id}/undo`)
      assert.ok((await d.at('/crossings')).some((c) => c.validCrossing))
    })

    test('performs start_livetracking {raceEventId, host, user, pass}, send_keyframe and stop_livetracking, and is told livetrackStatus', async () => {
      const sink = await startSink('ridge', 'mill wheel')
      const says = (status) => hears(`livetrackStatus ${status}`, (m) => m.msgType === 'livetrackStatus' && m.raceEventId === d.id && status.test(m.status))
      const start = (pass) => (forget(), control.perform('start_livetracking', { raceEventId: d.id, host: sink.url, user: 'ridge', pass }))
      try {
        start('water wheel')
        await says(/refuses the user or the password/)
        start('mill wheel')
        assert.ok((await says(/^OK$/)).at)
        assert.deepEqual([sink.taken[0].path, sink.taken[0].body.event.id, sink.taken[0].body.participants.length], ['/keyframe', d.id, 4])
        const before = sink.keyframes()
        control.perform('send_keyframe', {})
        await until('a keyframe came', () => sink.keyframes() > before)
        forget()
        control.perform('stop_livetracking', {})
        await says(/^Stopped$/)
        assert.equal((await d.at('/tracking')).state, 'off')
        forget()
        control.perform('send_keyframe', { raceEventId: d.id })
        await says(/not running/)
        assert.ok(!raced.log.includes('mill wheel'))
      } finally {
        await sink.stop()
      }
    })

    test('goes on after an action that nobody knows', async () => {
      forget()
      control.perform('make_coffee', { cups: 2 })
      control.perform('reload_clients')
      await hears('the next', (m) => m.msgType === 'reload')
    })
  })
}
