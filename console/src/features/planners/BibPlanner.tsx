import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react-aria-components'
import { undoable } from '../../api/actions.ts'
import type { ApiError } from '../../api/http.ts'
import { written } from '../../api/people.ts'
import { assignBibs, planBibs, type BibPlan, type BibSort } from '../../api/planners.ts'
import { keys, queries } from '../../api/queries.ts'
import { rescoredWords } from '../../lib/rescored.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { BibTable, Stats } from './BibTable.tsx'
import { RaceField } from './RaceField.tsx'
import type { PlannerProps } from './windows.ts'
import css from './planners.module.css'

const SORTS: { value: BibSort; label: string }[] = [
  { value: 'registrationDate', label: 'Registration Date' },
  { value: 'lastName', label: 'Last Name' },
  { value: 'wave', label: 'Wave' },
  { value: 'rank', label: 'Rank' },
]

type Act = 'preview' | 'assign' | 'clear'

/** Gives the people of a race their bibs (BIB-1 … BIB-16): looked at first, assigned as one entry of the journal. */
export default function BibPlanner({ raceEventId, onClose }: PlannerProps & { onClose: () => void }) {
  const client = useQueryClient()
  const event = useQuery(queries.event(raceEventId))
  const [raceId, setRaceId] = useState(0)
  const [sort, setSort] = useState<BibSort>('registrationDate')
  const [then, setThen] = useState<BibSort>('lastName')
  const [ranges, setRanges] = useState('')
  const [plan, setPlan] = useState<BibPlan>()
  const [shown, show] = useState(false)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState<Act | ''>('')
  const [asking, setAsking] = useState(false)
  const latest = useRef(0)

  // A message stays below the ranges until they change: all that can go wrong is about them (BIB-15).
  const during = async (act: Act, work: () => Promise<void>) => {
    setBusy(act)
    setFault('')
    try {
      await work()
    } catch (e) {
      setFault((e as ApiError).message)
    }
    setBusy('')
  }
  const look = async (list: boolean) => {
    setPlan(await planBibs(raceEventId, raceId, sort, then, ranges))
    show(list)
  }
  const saved = (editId: number, words: string) => {
    undoable(editId, words)
    written(client, raceEventId)
    void client.invalidateQueries({ queryKey: keys.event(raceEventId), exact: true })
  }
  const assign = () =>
    during('assign', async () => {
      const now = await planBibs(raceEventId, raceId, sort, then, ranges)
      const done = await assignBibs(raceEventId, Object.fromEntries(now.assignments.map((a) => [a.participantId, a.bib])), { raceId, bibRanges: ranges })
      saved(done.editId, done.summary === '' ? 'Nothing to assign: everybody who can have a bib has one.' : `${sentence(done.summary)}. ${rescoredWords(done.rescored)}`.trim())
      await look(true)
    })
  const clear = () => {
    setAsking(false)
    void during('clear', async () => {
      const list = await client.ensureQueryData(queries.participants(raceEventId))
      const done = await assignBibs(raceEventId, Object.fromEntries(list.rows.filter((p) => p.raceId === raceId && p.bib !== '').map((p) => [p.id, null])))
      saved(done.editId, done.summary === '' ? 'Nobody in this race has a bib.' : `${sentence(done.summary)}.`)
      await look(ranges.trim() !== '')
    })
  }
  // Whatever race is chosen, its ranges and its figures are there at once.
  const choose = (id: number) => {
    setRaceId(id)
    latest.current = id
    void during('preview', async () => {
      const first = await planBibs(raceEventId, id, sort, then)
      if (latest.current !== id) return // another race was chosen meanwhile
      setPlan(first)
      setRanges(first.ranges)
      show(false)
    })
  }
  const ready = raceId !== 0 && ranges.trim() !== ''
  // A button that is at work keeps the focus; the others wait.
  const waits = (act: Act) => busy !== '' && busy !== act
  const enter = (e: KeyboardEvent) => {
    if (e.key !== 'Enter') return e.continuePropagation()
    e.preventDefault()
    if (ready && busy === '') void during('preview', () => look(true))
  }
  const changed = () => show(false)
  return (
    <Dialog
      title="Bib Assignment Planner"
      isOpen
      size="l"
      onClose={onClose}
      buttons={
        <>
          <span className={css.acts}>
            <Button busy={busy === 'clear'} isDisabled={raceId === 0 || waits('clear')} onPress={() => setAsking(true)}>
              Clear
            </Button>
            <Button busy={busy === 'preview'} isDisabled={!ready || waits('preview')} onPress={() => void during('preview', () => look(true))}>
              Preview
            </Button>
            <Button look="primary" busy={busy === 'assign'} isDisabled={!ready || waits('assign')} onPress={() => void assign()}>
              Assign
            </Button>
          </span>
          <Button onPress={onClose} data-closes>
            Done
          </Button>
        </>
      }
    >
      <div className={css.bibs}>
        <div className={css.fields}>
          <RaceField event={event.data} value={raceId} onChange={choose} />
          <SelectField label="Sort" value={sort} options={SORTS} onChange={(v) => (setSort(v as BibSort), changed())} />
          <SelectField label="Secondary Sort" value={then} options={SORTS} onChange={(v) => (setThen(v as BibSort), changed())} />
          <div className={css.ranges}>
            <TextField
              label="Bib Ranges"
              value={ranges}
              verbatim
              autoComplete="off"
              placeholder="1,3,4-10"
              isDisabled={raceId === 0}
              onChange={(v) => (setRanges(v), setFault(''), changed())}
              onKeyDown={enter}
              hint="Whoever has a bib keeps it. 10-4 counts down."
              {...(fault ? { error: fault } : {})}
            />
          </div>
        </div>
        {plan ? <Stats stats={plan.stats} /> : null}
        {plan && shown && plan.left.length > 0 ? (
          <Notice state="warn">{`${plan.left.length === 1 ? '1 person gets' : `${plan.left.length} people get`} no bib: the ranges have no number left. They stand at the end of the list.`}</Notice>
        ) : null}
        <BibTable raceEventId={raceEventId} plan={shown ? plan : undefined} chosen={raceId !== 0} />
      </div>
      <ConfirmDialog title="Clear bibs" text="Really clear all bibs for this race? This cannot be undone" action="Clear bibs" isOpen={asking} onConfirm={clear} onClose={() => setAsking(false)} />
    </Dialog>
  )
}

/** "assign 3 bibs in 50K" as it begins a sentence. */
function sentence(summary: string): string {
  return summary.charAt(0).toUpperCase() + summary.slice(1)
}
