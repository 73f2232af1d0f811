import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { undoable } from '../../api/actions.ts'
import { written } from '../../api/people.ts'
import { assignWaves, type WavePlan } from '../../api/planners.ts'
import { keys } from '../../api/queries.ts'
import { rescoredWords } from '../../lib/rescored.ts'
import { count, plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { RaceField } from './RaceField.tsx'
import { planKey, useWavePlan } from './useWavePlan.ts'
import type { PlannerProps } from './windows.ts'
import css from './planners.module.css'

const Planned = lazy(() => import('./Planned.tsx'))
const WaveSettings = lazy(() => import('./WaveSettings.tsx'))

/** Puts the people of a race into start waves (WPLAN-1 … WPLAN-20): the plan follows every setting, and nothing is saved before Assign. */
export default function WavePlanner({ raceEventId, onClose }: PlannerProps & { onClose: () => void }) {
  const client = useQueryClient()
  const [raceId, setRaceId] = useState(0)
  const [open, setOpen] = useState(() => matchMedia('(width >= 700px)').matches)
  const planning = useWavePlan(raceEventId, raceId)
  const { event, plan, attrs } = planning
  const race = event?.races.find((r) => r.id === raceId)
  const saved = (editId: number, words: string) => {
    undoable(editId, words)
    written(client, raceEventId)
    void client.invalidateQueries({ queryKey: keys.event(raceEventId), exact: true })
    void client.invalidateQueries({ queryKey: planKey(raceEventId, raceId) })
  }
  const assign = useMutation({
    mutationFn: (p: WavePlan) => assignWaves(raceEventId, raceId, p.waves.map((w) => ({ id: w.id, time: w.time, participants: w.participants })), p.attrs),
    onSuccess: ({ editId, race: now }, p) => saved(editId, editId ? `${plural(p.people.length - p.left, 'person', 'people')} of ${race?.name} in ${plural(p.waves.length, 'wave', 'waves')}. ${rescoredWords(now.rescored)}`.trim() : 'Nothing changed: it is assigned like this already.'),
  })
  const clear = useMutation({
    mutationFn: (p: WavePlan) => assignWaves(raceEventId, raceId, [{ id: 0, time: null, participants: p.people.map((x) => x.participantId) }]),
    onSuccess: ({ editId, race: now }) => saved(editId, editId ? `The waves of ${race?.name} are cleared. ${rescoredWords(now.rescored)}`.trim() : 'Nothing changed: this race has no waves.'),
  })
  // A button that waits for the plan keeps the focus, and cannot be pressed until the plan is of what is on screen.
  const ready = plan !== undefined && !planning.incomplete && planning.error === null
  const busy = planning.working || assign.isPending || clear.isPending
  const fault = assign.error ?? clear.error
  return (
    <Dialog
      title="Wave Planner / Assign Waves"
      isOpen
      size="xl"
      onClose={onClose}
      buttons={
        <>
          <span className={css.acts}>
            <Button busy={ready && busy} isDisabled={!ready} onPress={() => plan && clear.mutate(plan)}>
              Clear
            </Button>
            <Button look="primary" busy={ready && busy} isDisabled={!ready || plan.people.length === 0} onPress={() => plan && assign.mutate(plan)}>
              Assign
            </Button>
          </span>
          <Button onPress={onClose} data-closes>
            Done
          </Button>
        </>
      }
    >
      <div className={css.waves} data-folded={!open || attrs === undefined || undefined}>
        <Suspense>{open && attrs ? <WaveSettings key={raceId} planning={planning} attrs={attrs} /> : null}</Suspense>
        <div className={css.plan}>
          <div className={css.bar}>
            <RaceField event={event} value={raceId} onChange={setRaceId} />
            <Button icon={<SlidersHorizontal aria-hidden />} isDisabled={attrs === undefined} aria-expanded={open} onPress={() => setOpen(!open)}>
              {open ? 'Hide settings' : 'Settings'}
            </Button>
            <span role="status">{plan ? summary(plan) : ''}</span>
          </div>
          {fault ? <Notice state="bad">{fault.message}</Notice> : null}
          {planning.error ? <Notice state="bad">{planning.error.message}</Notice> : null}
          {plan?.notes.map((note) => (
            <Notice key={note} state="warn">
              {note}
            </Notice>
          ))}
          {raceId === 0 ? (
            <EmptyState title="Choose a race">Everybody’s wave is planned at once. Nothing is saved before Assign.</EmptyState>
          ) : (
            <Suspense fallback={<Skeleton rows={12} label="Planning" />}>
              <Planned raceEventId={raceEventId} raceId={raceId} planning={planning} />
            </Suspense>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function summary(p: WavePlan): string {
  const filled = p.waves.filter((w) => w.participants.length > 0).length
  return `${plural(p.people.length - p.left, 'person', 'people')} in ${plural(filled, 'wave', 'waves')}${p.left > 0 ? `, ${count(p.left)} left over` : ''}`
}
