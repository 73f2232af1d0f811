import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { undoable } from '../../api/actions.ts'
import { acceptProblem, carryOut } from '../../api/board.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Fix, Participant, Problem, RaceEvent } from '../../api/types.ts'
import { dateTime } from '../../lib/time.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { PersonPicker } from '../../ui/PersonPicker.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { bodyOf, wordOf } from './inbox.ts'
import css from './problems.module.css'

interface Props { raceEventId: number; event: RaceEvent; problem: Problem; onClose: () => void; onSettled: () => void }

/** One problem: what was found, the evidence, and the steps that put it right. Every step can be taken back from its toast. */
export function ProblemDetail({ raceEventId, event, problem: p, onClose, onSettled }: Props) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<Fix | null>(null)
  const act = useMutation({
    mutationFn: ({ run }: { run: () => Promise<number>; words: string }) => run(),
    onSuccess: (editId, { words }) => {
      undoable(editId, words)
      void client.invalidateQueries({ queryKey: keys.problems(raceEventId) })
      setAsking(null)
      onSettled()
    },
  })
  const fix = (f: Fix, person?: Participant) => act.mutate({ run: () => carryOut(f, bodyOf(f, person)), words: `${f.title}${person ? `: #${person.bib} ${person.firstName} ${person.lastName}` : ''}` })
  const race = event.races.find((r) => r.id === p.raceId)
  return (
    <article className={css.detail} data-problem-detail aria-labelledby="problem-title">
      <header>
        <span className={css.back}>
          <IconButton label="Back to the list" onPress={onClose}>
            <ArrowLeft aria-hidden />
          </IconButton>
        </span>
        <div>
          <p className={css.kind}>{[wordOf(p.kind), race?.name].filter(Boolean).join(' · ')}</p>
          <h2 id="problem-title" tabIndex={-1}>
            {p.title}
          </h2>
        </div>
        <span className={css.close}>
          <IconButton label="Close" keys="Esc" onPress={onClose}>
            <X aria-hidden />
          </IconButton>
        </span>
      </header>
      <div className={css.body}>
        <p className={css.say}>{p.detail}</p>
        {p.participantId > 0 ? (
          <p>
            <Link to="/$raceEventId/participants/$id" params={{ raceEventId, id: p.participantId }}>
              Open {p.bib ? `#${p.bib} ` : ''}
              {p.name}
            </Link>
          </p>
        ) : null}
        {p.evidence.length > 0 ? (
          <section aria-labelledby="problem-evidence">
            <h3 id="problem-evidence">Evidence</h3>
            <ul className={css.evidence}>
              {p.evidence.map((e) => (
                <li key={e}>{e}</li>
              ))}
            </ul>
          </section>
        ) : null}
        {p.accepted ? (
          <Notice state="info">
            Accepted by {p.accepted.who} on {dateTime(p.accepted.when, event.timezone)}
            {p.accepted.why ? `: ${p.accepted.why}` : ''}. It comes back when its evidence changes.
          </Notice>
        ) : null}
        <section aria-labelledby="problem-fixes" className={css.fixes}>
          <h3 id="problem-fixes">Put it right</h3>
          {p.fixes.length === 0 ? <p className={css.none}>There is no single step for this. Do what it asks, or accept it below.</p> : null}
          <div className={css.buttons}>
            {p.fixes.map((f, i) => (
              <Button
                key={f.title}
                look={i === 0 ? 'primary' : 'plain'}
                busy={act.isPending && asking === null}
                aria-expanded={f.needs ? asking === f : undefined}
                onPress={() => (f.needs === 'participant' ? setAsking(asking === f ? null : f) : fix(f))}
              >
                {f.title}
              </Button>
            ))}
          </div>
          {asking ? <Ask raceEventId={raceEventId} event={event} fix={asking} busy={act.isPending} onChosen={(person) => fix(asking, person)} /> : null}
          {act.error ? <Notice state="bad">{act.error.message}</Notice> : null}
        </section>
        {p.accepted ? null : <Accept busy={act.isPending} onAccept={(why) => act.mutate({ run: () => acceptProblem(raceEventId, p.id, why), words: `Accepted: ${p.title}` })} />}
      </div>
    </article>
  )
}

/** For whom the remedy is. */
function Ask({ raceEventId, event, fix, busy, onChosen }: { raceEventId: number; event: RaceEvent; fix: Fix; busy: boolean; onChosen: (p: Participant) => void }) {
  const people = useQuery(queries.participants(raceEventId))
  const [chosen, choose] = useState<number | null>(null)
  const rows = people.data?.rows ?? []
  const person = rows.find((p) => p.id === chosen)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (person) onChosen(person)
  }
  return (
    <form className={css.ask} onSubmit={submit}>
      <PersonPicker
        label={fix.title}
        people={rows}
        chosen={chosen}
        onChoose={choose}
        pageSize={6}
        autoFocus
        words={(p) => {
          const race = event.races.find((r) => r.id === p.raceId)
          return { detail: [race?.name, p.statusLabel].filter(Boolean).join(', '), color: race?.color ?? '' }
        }}
      />
      <Button type="submit" look="primary" isDisabled={!person} busy={busy}>
        {person ? `${fix.title.replace(/ to somebody( else)?$/, '')} to #${person.bib} ${person.firstName} ${person.lastName}` : 'Choose somebody'}
      </Button>
    </form>
  )
}

/** Nothing is wrong after all, or nothing can be done: with a reason for the journal. */
function Accept({ busy, onAccept }: { busy: boolean; onAccept: (why: string) => void }) {
  const [why, setWhy] = useState('')
  const submit = (e: FormEvent) => {
    e.preventDefault()
    onAccept(why.trim())
  }
  return (
    <form className={css.accept} onSubmit={submit}>
      <h3>Or let it be</h3>
      <div>
        <TextField label="Reason" hideLabel placeholder="Reason, for the journal" value={why} onChange={setWhy} />
        <Button type="submit" busy={busy}>
          Accept
        </Button>
      </div>
      <p className={css.none}>It leaves the list until its evidence changes.</p>
    </form>
  )
}
