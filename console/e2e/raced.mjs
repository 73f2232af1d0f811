// A raced of its own for a run of journeys. With CONSOLE_URL set, that one is used and nothing is started.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the built binaries: $RACED_BIN, else bin/ of the repository. */
export function binary(name) {
  const path = join(process.env.RACED_BIN ?? join(root, 'bin'), name)
  if (!existsSync(path)) throw new Error(`${path} is not there. Build it first: just build`)
  return path
}

/** Starts `raced --demo`, or whatever the arguments say, on a free port. Answers its address and how to stop it. */
export async function startRaced(args = ['--demo']) {
  if (process.env.CONSOLE_URL) return { url: process.env.CONSOLE_URL, stop: async () => {} }
  const port = await freePort()
  const child = spawn(binary('raced'), [...args, '--listen', `127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  const demo = args.includes('--demo')
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`raced ended with ${child.exitCode}:\n${said}`)
    if ((await answers(`${url}/readyz`)) && (!demo || said.includes('Sign in as'))) return { url, stop: () => (child.kill('SIGTERM'), ended), child }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`raced was not ready after a minute:\n${said}`)
}

function answers(url) {
  return fetch(url).then((r) => r.ok, () => false)
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
