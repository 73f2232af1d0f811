// Runs the journeys, one file after the other: `node e2e/run.mjs [FILE…]`.
//
// A journey drives a real browser against a race that is under way; on a machine that is busy with something else a file
// can fail once for that alone. So a file that fails runs a second time, against a new raced, after all others, and is
// named at the end. A file that fails twice fails the run, and so do more than two that needed a second time: then it is
// not the machine. A name at the end is something to mend.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SECOND_TIMES = 2

const here = fileURLToPath(new URL('.', import.meta.url))
const given = process.argv.slice(2)
const files = given.length > 0 ? given : readdirSync(here).filter((name) => name.endsWith('.e2e.mjs')).toSorted().map((name) => here + name)

const failed = await failing(files)
if (failed.length === 0) process.exit(0)
if (failed.length > SECOND_TIMES) end(`failed: ${names(failed)}`)
console.log(`# once more: ${names(failed)}`)
const again = await failing(failed)
if (again.length > 0) end(`failed twice: ${names(again)}`)
console.log(`# came through only the second time, to be mended: ${names(failed)}`)

async function failing(list) {
  const out = []
  for (const file of list) if ((await node('--test', file)) !== 0) out.push(file)
  return out
}

function node(...args) {
  return new Promise((resolve, reject) => spawn(process.execPath, args, { stdio: 'inherit' }).once('error', reject).once('exit', (code) => resolve(code ?? 1)))
}

function names(list) {
  return list.map((file) => file.slice(file.lastIndexOf('/') + 1)).join(', ')
}

function end(words) {
  console.error(`# ${words}`)
  process.exit(1)
}
