import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Crossing, Read } from '../../api/types.ts'
import { clockMs } from '../../lib/time.ts'
import { plural } from '../../lib/units.ts'
import { dispositionState, dispositionWord, sentenceOf } from '../../lib/disposition.ts'
import { CrossingMenu } from './CrossingMenu.tsx'
import { passagesOf, remarks, type Passage } from './passages.ts'
import css from './participant.module.css'

/** Every read of one person and what became of it, folded into passages. The sentence is the server's. */
export function Reads({ reads, crossings, zone }: { reads: readonly Read[]; crossings: readonly Crossing[]; zone: string }) {
  const byId = useMemo(() => new Map(crossings.map((c) => [c.id, c])), [crossings])
  const passages = useMemo(() => passagesOf(reads), [reads])
  return (
    <section className={css.block}>
      <h2>
        Reads <small>{reads.length === passages.length ? plural(reads.length, 'read', 'reads') : `${plural(reads.length, 'read', 'reads')} in ${plural(passages.length, 'passage', 'passages')}`}</small>
      </h2>
      {passages.length === 0 ? <p className={css.story}>No reader has seen this person yet.</p> : null}
      <ol className={css.reads}>
        {passages.map((passage) => (
          <PassageLine key={passage.id} passage={passage} crossing={byId.get(passage.id)} zone={zone} />
        ))}
      </ol>
    </section>
  )
}

function PassageLine({ passage, crossing, zone }: { passage: Passage; crossing: Crossing | undefined; zone: string }) {
  const [open, setOpen] = useState(false)
  const others = passage.reads.length - 1
  return (
    <li>
      <div className={css.passage}>
        <ReadLine read={passage.head} zone={zone} head />
        {crossing ? <CrossingMenu crossing={crossing} of={`the crossing at ${clockMs(passage.head.at, zone)}`} /> : null}
      </div>
      {others > 0 ? (
        <button type="button" className={css.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight size={13} aria-hidden />
          {open ? 'Fold this passage' : `${plural(others, 'more read', 'more reads')} of this passage`}
        </button>
      ) : null}
      {open ? (
        <ol className={css.folded}>
          {passage.reads.map((read) => (read.id === passage.head.id ? null : <li key={read.id}><ReadLine read={read} zone={zone} /></li>))}
        </ol>
      ) : null}
    </li>
  )
}

function ReadLine({ read, zone, head = false }: { read: Read; zone: string; head?: boolean }) {
  const moved = read.readAt !== null && read.at !== null && read.readAt !== read.at
  const also = remarks(read)
  return (
    <div className={css.read} data-head={head || undefined}>
      <time dateTime={read.at ?? undefined} title={`Read ${read.id}, tag ${read.tag || 'none'}`}>
        {clockMs(read.at, zone)}
      </time>
      <span className={css.source}>{read.source}</span>
      <em data-state={dispositionState(read.disposition)} title={read.disposition}>
        {dispositionWord(read.disposition)}
      </em>
      <p>
        {sentenceOf(read)}
        {moved ? ` The reader said ${clockMs(read.readAt, zone)}.` : ''}
        {also.length > 0 ? <span className={css.also}>{also.join(', ')}</span> : null}
      </p>
    </div>
  )
}
