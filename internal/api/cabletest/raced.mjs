// A real raced for the tests: built once, on a free port, with a data directory of its own.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const freePort = () =>
  new Promise((done) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address()
      s.close(() => done(port))
    })
  })

/** Answers once `is` gives something, asking again shortly until then; fails after `seconds`. */
export async function until(what, is, seconds = 30) {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const got = await is()
    if (got) return got
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain until ${what}`)
    await new Promise((again) => setTimeout(again, 20))
  }
}

export class Raced {
  static async start() {
    const raced = new Raced()
    raced.dir = mkdtempSync(join(tmpdir(), 'cable-'))
    raced.bin = join(raced.dir, 'raced')
    execFileSync('go', ['build', '-o', raced.bin, './cmd/raced'], { cwd: root, stdio: 'inherit' })
    raced.port = await freePort()
    await raced.run()
    await raced.shell('POST', '/users', { name: 'ana', password: 's3cret enough' })
    raced.token = (await raced.shell('POST', '/authenticate', { u: 'ana', p: 's3cret enough' })).token
    return raced
  }

  get url() {
    return `ws://127.0.0.1:${this.port}/cable?token=${this.token}`
  }

  async run() {
    const data = join(this.dir, 'data')
    this.socket = join(data, 'raced.sock')
    this.process = spawn(this.bin, ['--data', data, '--listen', `127.0.0.1:${this.port}`], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.log = ''
    this.process.stderr.on('data', (text) => (this.log += text))
    const died = new Promise((_, no) => this.process.once('exit', (code) => no(new Error(`raced ended with ${code}: ${this.log}`))))
    died.catch(() => {})
    await Promise.race([died, until('raced answers', () => this.shell('GET', '/version').catch(() => null))])
  }

  stop(signal = 'SIGTERM') {
    const gone = new Promise((done) => this.process.once('exit', done))
    this.process.kill(signal)
    return gone
  }

  async remove() {
    await this.stop('SIGKILL')
    rmSync(this.dir, { recursive: true, force: true })
  }

  /** A call over the unix socket, which is trusted. */
  shell(method, path, body) {
    return new Promise((done, fail) => {
      const request = http.request({ socketPath: this.socket, method, path: `/api/v1${path}`, headers: { 'Content-Type': 'application/json' }, agent: false }, (answer) => {
        let text = ''
        answer.on('data', (part) => (text += part))
        answer.on('end', () => {
          if (answer.statusCode >= 300) fail(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
          else done(text ? JSON.parse(text) : undefined)
        })
      })
      request.on('error', fail)
      request.end(body && JSON.stringify(body))
    })
  }
}
