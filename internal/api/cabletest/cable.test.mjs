// What the stock clients expect of a server of the actioncable-v1-json protocol, asked of a real raced.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { AnyCableClient, RailsClient } from './clients.mjs'
import { Raced, until } from './raced.mjs'

let raced
before(async () => (raced = await Raced.start()))
after(() => raced.remove())

for (const Client of [RailsClient, AnyCableClient]) {
  describe(Client.title, () => {
    let client
    const open = (...options) => (client = new Client(raced.url, ...options))
    afterEach(() => client?.close())

    test('is welcomed, confirmed once, told of an action, and left alone after unsubscribing', async () => {
      const { wire } = open()
      const control = client.subscribe({ channel: 'ControlChannel' })
      const events = client.subscribe({ raceEventId: 0, channel: 'EventChannel' })
      await until('both are connected', () => control.has('connected') && events.has('connected'))
      assert.equal(wire.opened[0].protocol, 'actioncable-v1-json')
      assert.deepEqual(wire.frames.filter((f) => f.type !== 'ping').map((f) => f.type), ['welcome', 'confirm_subscription', 'confirm_subscription'])
      const asked = wire.sent.filter((f) => f.command === 'subscribe').map((f) => f.identifier).sort()
      const confirmed = wire.frames.filter((f) => f.type === 'confirm_subscription').map((f) => f.identifier).sort()
      assert.deepEqual(confirmed, asked, 'identifiers are echoed byte for byte, in whatever order their keys are')
      control.perform('reload_clients')
      await until('reload is told', () => control.messages.some((m) => m.msgType === 'reload'))
      assert.equal(events.messages.length, 0)
      events.leave()
      control.perform('reload_clients')
      await until('reload is told again', () => control.messages.filter((m) => m.msgType === 'reload').length === 2)
      assert.equal(wire.count('confirm_subscription'), 2)
    })

    test('that repeats itself is confirmed once', async () => {
      const { wire } = open()
      const control = client.subscribe({ channel: 'ControlChannel' })
      await until('it is connected', () => control.has('connected'))
      const [{ identifier }] = wire.sent
      for (let i = 0; i < 3; i++) wire.opened[0].send(JSON.stringify({ command: 'subscribe', identifier }))
      control.perform('reload_clients') // answered after whatever the repetitions bring
      await until('reload is told', () => control.messages.some((m) => m.msgType === 'reload'))
      assert.equal(wire.count('confirm_subscription'), 1)
      assert.equal(control.times('connected'), 1)
    })

    test('hears that a channel is refused', async () => {
      const { wire } = open()
      const control = client.subscribe({ channel: 'ControlChannel' })
      const gossip = client.subscribe({ channel: 'GossipChannel' })
      await until('one is connected and the other refused', () => control.has('connected') && gossip.has('rejected'))
      assert.equal(wire.opened.length, 1, 'the connection goes on')
    })

    test('idles for ten seconds on one connection', { timeout: 30_000 }, async () => {
      const { wire } = open()
      const control = client.subscribe({ channel: 'ControlChannel' })
      await until('three pings came', () => wire.count('ping') >= 3, 15)
      assert.equal(wire.opened.length, 1)
      assert.equal(control.times('connected'), 1)
      const beats = wire.frames.filter((f) => f.type === 'ping').map((f) => f.message)
      assert.ok(Math.abs(beats[0] - Date.now() / 1000) < 15, 'a ping carries unix seconds')
    })

    test('opens a new connection when pings stop', { timeout: 60_000 }, async () => {
      const { wire } = open()
      const control = client.subscribe({ channel: 'ControlChannel' })
      await until('it is connected', () => control.has('connected'))
      raced.process.kill('SIGSTOP')
      try {
        await until('it tries again', () => wire.opened.length > 1, 30)
      } finally {
        raced.process.kill('SIGCONT')
      }
      await until('it is back', () => control.has('reconnected'), 30)
      control.perform('reload_clients')
      await until('and hears again', () => control.messages.some((m) => m.msgType === 'reload'))
    })

    test('comes back after a restart', { timeout: 60_000 }, async () => {
      const { wire } = open()
      const control = client.subscribe({ channel: 'ControlChannel' })
      await until('it is connected', () => control.has('connected'))
      await raced.stop()
      const bye = wire.frames.find((f) => f.type === 'disconnect')
      assert.deepEqual([bye?.reason, bye?.reconnect], ['server_restart', true])
      assert.ok(!control.has('closed'))
      await raced.run()
      await until('it is back', () => control.has('reconnected') || control.times('connected') > 1, 40)
      control.perform('reload_clients')
      await until('and hears again', () => control.messages.some((m) => m.msgType === 'reload'))
    })

    test('stays away when its user is gone', { timeout: 30_000 }, async () => {
      await raced.shell('POST', '/users', { name: 'gone', password: 'eight or more' })
      const { token } = await raced.shell('POST', '/authenticate', { u: 'gone', p: 'eight or more' })
      client = new Client(raced.url.replace(/token=.*/, `token=${token}`))
      const control = client.subscribe({ channel: 'ControlChannel' })
      await until('it is connected', () => control.has('connected'))
      await raced.shell('DELETE', '/users/gone')
      await until('it is closed', () => control.has('closed'))
      const bye = client.wire.frames.find((f) => f.type === 'disconnect')
      assert.deepEqual([bye?.reason, bye?.reconnect], ['unauthorized', false])
      assert.equal(client.wire.opened.length, 1)
    })
  })
}

test('@anycable/core may bring its token as a subprotocol', async () => {
  const client = new AnyCableClient(raced.url.replace(/\?.*/, ''), { websocketAuthStrategy: 'sub-protocol', auth: { token: raced.token } })
  const control = client.subscribe({ channel: 'ControlChannel' })
  await until('it is connected', () => control.has('connected'))
  assert.equal(client.wire.opened[0].protocol, 'actioncable-v1-json')
  client.close()
  assert.ok(!raced.log.includes(raced.token), 'no token is in the log')
})
