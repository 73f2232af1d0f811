// A field of 50,000 for measuring, in a data directory of its own: one race on the road, everybody started, most past half way.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binary } from '../raced.mjs'

const FIRST = 'Ana Hugo Otto Vera Edda Leo Sami Ben Iris Pia Wim Finn Mira Tara Cleo Jon Quinn Yara Gwen Noor Uwe Dev Kaja Rosa'.split(' ')
const LAST = 'Abara Brandt Castillo Dubois Eriksen Fontaine Grayeyes Haddad Ito Jensen Keller Lindqvist Moreau Nakamura Okafor Petrov Quist Rossi Silva Tsosie'.split(' ')

/** Who may sign in there. */
export const WHO = { user: 'timer', password: 'a long quay at noon' }

/** Makes it and answers where it lies. `people` is how many; the gun was `minutesAgo` minutes ago. */
export function makeField(people, minutesAgo = 50) {
  const data = mkdtempSync(join(tmpdir(), 'raced-perf-'))
  const gun = Date.now() - minutesAgo * 60_000
  const racectl = (args, input) => execFileSync(binary('racectl'), ['--data', data, '--quiet', ...args], { input, stdio: ['pipe', 'ignore', 'inherit'] })
  const file = (name, text) => (writeFileSync(join(data, name), text), join(data, name))
  racectl(['event', 'apply', file('event.yaml', eventText(gun))])
  racectl(['participant', 'import', file('roster.csv', roster(people)), '--race', '10K'])
  racectl(['crossing', 'import', file('start.csv', reads(people, 1, (i) => gun + 2_000 + i * 12)), '--source', 'Start'])
  racectl(['crossing', 'import', file('half.csv', reads(people, 3, (i) => gun + halfMs(i))), '--source', 'Half'])
  racectl(['user', 'add', WHO.user], `${WHO.password}\n`)
  return { data, gun }
}

/** When somebody is half way: spread over twenty minutes, in no order of bibs. */
export function halfMs(i) {
  return 16 * 60_000 + ((i * 7_919) % 50_000) * 24
}

function eventText(gun) {
  const wall = new Date(gun).toISOString().slice(0, 19)
  return `event: {name: Long Quay 10K, slug: long-quay, timezone: UTC}
sources: [Start, Half, Finish]
races:
  - name: 10K
    distance: 10km
    start: ${wall}
    initial_starts: chip
    max_pace: "2:00"
    color: "#0f766e"
    splits:
      - {name: Start, distance: 0, sources: [Start]}
      - {name: Half, distance: 5km, sources: [Half]}
      - {name: Finish, distance: 10km, sources: [Finish]}
`
}

function roster(people) {
  const lines = ['bib,first name,last name,gender,age,team,city,state']
  for (let i = 1; i <= people; i++) lines.push([i, FIRST[i % 24], `${LAST[(i * 7) % 20]}${i % 3 ? '' : `-${LAST[i % 19]}`}`, i % 2 ? 'F' : 'M', 18 + (i % 60), i % 9 ? '' : 'Quay Runners', 'Port Alder', 'WA'].join(','))
  return `${lines.join('\n')}\n`
}

function reads(people, every, at) {
  const lines = ['tag,time']
  for (let i = 1; i <= people; i++) if (every === 1 || i % every) lines.push(`${i},${new Date(at(i)).toISOString()}`)
  return `${lines.join('\n')}\n`
}
