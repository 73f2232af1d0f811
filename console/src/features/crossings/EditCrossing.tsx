import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addCrossing, judgeCrossing, saveCrossing, type CrossingBody } from '../../api/crossings.ts'
import { ApiError } from '../../api/http.ts'
import { queries } from '../../api/queries.ts'
import { rowOf } from '../../live/rows.ts'
import { newId } from '../../lib/id.ts'
import { ms, serverNow } from '../../lib/time.ts'
import { shortBib } from '../../lib/units.ts'
import { openWindow } from '../../lib/windows.ts'
import { ActedPreview } from '../../ui/ActedPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Status.tsx'
import { bodyOf, changesTo, draftOf, faultsOf, newDraft, type Draft, type Faults } from './draft.ts'
import { EditFields } from './EditFields.tsx'
import { repeats } from './lookup.ts'
import { People } from './People.tsx'
import { useLookup } from './useLookup.ts'
import { usePreview } from './usePreview.ts'
import { useWrite } from './useWrite.ts'
import type { EditCrossingProps } from './windows.ts'
import css from './dialogs.module.css'

/** Edits a crossing, or enters one: when, where, whose it is and whether it counts (XING-4 … XING-8). It says what that does before it is saved. */
export default function EditCrossing({ raceEventId, crossing, proposal, participantId, onClose }: EditCrossingProps & { onClose: () => void }) {
  const look = useLookup(raceEventId)
  const people = useQuery(queries.participants(raceEventId)).data
  const isNew = crossing === undefined
  const [now] = useState(serverNow)
  const near = isNew ? ms(proposal?.timestamp ?? now) : ms(crossing.timestamp)
  const [draft, setDraft] = useState<Draft>(() => (isNew ? newDraft(look.zone, now, proposal, participantId) : draftOf(crossing, look.zone)))
  const [asked, setAsked] = useState(false)
  const [picking, setPicking] = useState(false)
  const key = useRef(`NEW-${newId()}`)
  const person = rowOf(people, draft.participantId)
  const race = look.race.get(person?.raceId ?? crossing?.raceId ?? 0)
  const laps = repeats(race)

  const faults = faultsOf(draft, look.zone, near, isNew)
  const faultless = Object.keys(faults).length === 0
  const body = !faultless ? null : isNew ? bodyOf(draft, look.zone, near, laps) : changesTo(crossing, draft, look.zone, laps)
  const write = useWrite(
    raceEventId,
    (b: CrossingBody) => (isNew ? addCrossing(raceEventId, { ...b, ephemeralId: key.current }) : saveCrossing(raceEventId, crossing.id, { ...b, ephemeralId: key.current })),
    isNew ? `Crossing entered for ${person ? shortBib(person.bib) : 'somebody'}.` : 'Crossing changed.',
    onClose,
  )
  const change = (part: Partial<Draft>) => {
    write.reset()
    setDraft((d) => ({ ...d, ...part }))
  }
  const save = () => {
    setAsked(true)
    if (body) write.mutate(body)
  }
  const [refusal, rest] = refusals(write.error, faults)

  if (picking) {
    return (
      <Dialog title="Whose crossing is it?" isOpen size="m" onClose={() => setPicking(false)} buttons={<><Button onPress={() => setPicking(false)}>Back</Button><Button look="primary" isDisabled={!draft.participantId} onPress={() => setPicking(false)}>Choose</Button></>}>
        <People raceEventId={raceEventId} chosen={draft.participantId || null} onChoose={(id) => change({ participantId: id ?? 0, splitId: id === draft.participantId ? draft.splitId : 0 })} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={isNew ? 'Add Crossing' : 'Edit Crossing'}
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          {isNew ? null : (
            <span className={css.left}>
              <Button look="danger" onPress={() => openWindow('voidCrossings', { raceEventId, crossings: [crossing] })}>
                Delete…
              </Button>
            </span>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={write.isPending} isDisabled={faultless && !body} onPress={save}>
            {isNew ? 'Add crossing' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {proposal ? <p className={css.text}>{proposal.why}</p> : null}
        <EditFields draft={draft} change={change} faults={{ ...(asked ? faults : faults.timestamp ? { timestamp: faults.timestamp } : {}), ...refusal }} person={person} race={race} look={look} near={near} onPick={() => setPicking(true)} />
        {rest ? <Notice state="bad">{rest}</Notice> : null}
        {isNew ? <Verdict raceEventId={raceEventId} body={body} /> : <Preview raceEventId={raceEventId} id={crossing.id} body={body} />}
      </div>
    </Dialog>
  )
}

/** A refusal of the server at the field that it names, and what belongs to none. */
function refusals(error: Error | null, faults: Faults): [Faults, string] {
  if (!error) return [{}, '']
  const field = error instanceof ApiError ? error.field : ''
  if (['timestamp', 'eventSourceId', 'participantId', 'loopId'].includes(field) && !faults[field as keyof Faults]) return [{ [field]: error.message }, '']
  return [{}, error.message]
}

function Preview({ raceEventId, id, body }: { raceEventId: number; id: number; body: CrossingBody | null }) {
  const { why: _, ...about } = body ?? {}
  const preview = usePreview(`edit ${id}`, body && about, (b, t) => saveCrossing(raceEventId, id, b, t))
  return <ActedPreview {...preview} />
}

const STATES = { good: 'good', questionable: 'warn', bad: 'bad', unknown: 'warn' } as const

/** What the crossing would become: it is scored without being kept. */
function Verdict({ raceEventId, body }: { raceEventId: number; body: CrossingBody | null }) {
  const { why: _, ...about } = body ?? {}
  const { acted, error } = usePreview('judge', body && about, (b, t) => judgeCrossing(raceEventId, b, t.signal))
  if (error) return <Notice state="bad">{error}</Notice>
  if (!acted) return null
  const where = [acted.race, acted.split].filter(Boolean).join(', ')
  return <Notice state={STATES[acted.verdict]}>{[where && `It would be ${where}.`, ...acted.reasons].filter(Boolean).join(' ')}</Notice>
}
