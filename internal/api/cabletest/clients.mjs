// The two stock clients behind one small face, so that one set of tests holds both to the same behaviour.

import { createCable } from '@anycable/core'
import WebSocket from 'ws'

// The Rails client looks for a page; it has none here.
globalThis.addEventListener ??= () => {}
globalThis.removeEventListener ??= () => {}
globalThis.document ??= { visibilityState: 'visible' }

const rails = await import('@rails/actioncable/app/assets/javascripts/actioncable.esm.js')

/** Every socket that was opened, and every frame that came or went. */
export class Wire {
  opened = []
  frames = []
  sent = []

  get WebSocket() {
    const wire = this
    return class extends WebSocket {
      constructor(url, protocols, options) {
        super(url, protocols, options)
        wire.opened.push(this)
        this.on('message', (text) => wire.frames.push(JSON.parse(text)))
      }

      send(text, ...rest) {
        wire.sent.push(JSON.parse(text))
        super.send(text, ...rest)
      }
    }
  }

  count(type) {
    return this.frames.filter((f) => f.type === type).length
  }
}

/** A subscription's story: what it was told, in order. */
class Story {
  told = []
  messages = []

  has(what) {
    return this.told.includes(what)
  }

  times(what) {
    return this.told.filter((t) => t === what).length
  }
}

export class RailsClient {
  static title = '@rails/actioncable'

  constructor(url) {
    this.wire = new Wire()
    rails.adapters.WebSocket = this.wire.WebSocket
    this.consumer = rails.createConsumer(url)
  }

  subscribe(params) {
    const story = new Story()
    story.subscription = this.consumer.subscriptions.create(params, {
      connected: ({ reconnected }) => story.told.push(reconnected ? 'reconnected' : 'connected'),
      disconnected: ({ willAttemptReconnect }) => story.told.push(willAttemptReconnect ? 'disconnected' : 'closed'),
      rejected: () => story.told.push('rejected'),
      received: (message) => story.messages.push(message),
    })
    story.perform = (action, data) => story.subscription.perform(action, data)
    story.leave = () => story.subscription.unsubscribe()
    return story
  }

  close() {
    this.consumer.disconnect()
  }
}

export class AnyCableClient {
  static title = '@anycable/core'

  constructor(url, options = {}) {
    this.wire = new Wire()
    this.cable = createCable(url, { websocketImplementation: this.wire.WebSocket, logLevel: 'error', reconnectStrategy: () => 200, ...options })
  }

  subscribe({ channel, ...params }) {
    const story = new Story()
    const c = this.cable.subscribeTo(channel, params)
    c.on('connect', ({ reconnect }) => story.told.push(reconnect ? 'reconnected' : 'connected'))
    c.on('disconnect', () => story.told.push('disconnected'))
    c.on('close', (e) => story.told.push(e?.name === 'SubscriptionRejectedError' ? 'rejected' : 'closed'))
    this.cable.on('close', (why) => why && story.told.push('closed')) // the server said for good; by ourselves there is no why
    c.on('message', (message) => story.messages.push(message))
    story.perform = (action, data) => c.perform(action, data)
    story.leave = () => c.disconnect()
    return story
  }

  close() {
    this.cable.disconnect()
  }
}
