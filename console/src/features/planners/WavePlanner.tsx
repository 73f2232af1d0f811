import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
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
import { Tabs } from '../../ui/Tabs.tsx'
import { PlannedPeople } from './PlannedPeople.tsx'
import { PlannedWaves } from './PlannedWaves.tsx'
import { RaceField } from './RaceField.tsx'
import { usePersonStart } from './usePersonStart.ts'
import { planKey, useWavePlan, type WavePlanning } from './useWavePlan.ts'
import { WaveSettings } from './WaveSettings.tsx'
import type { PlannerProps } from './windows.ts'
import css from './planners.module.css'

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
  const still = plan !== undefined && !planning.working && !planning.incomplete && planning.error === null && !assign.isPending && !clear.isPending
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
            <Button busy={clear.isPending} isDisabled={!still} onPress={() => plan && clear.mutate(plan)}>
              Clear
            </Button>
            <Button look="primary" busy={assign.isPending} isDisabled={!still || plan.people.length === 0} onPress={() => plan && assign.mutate(plan)}>
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
        {open && attrs ? <WaveSettings key={raceId} planning={planning} attrs={attrs} /> : null}
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
          <Planned raceEventId={raceEventId} raceId={raceId} planning={planning} />
        </div>
      </div>
    </Dialog>
  )
}

function summary(p: WavePlan): string {
  const filled = p.waves.filter((w) => w.participants.length > 0).length
  return `${plural(p.people.length - p.left, 'person', 'people')} in ${plural(filled, 'wave', 'waves')}${p.left > 0 ? `, ${count(p.left)} left over` : ''}`
}

function Planned({ raceEventId, raceId, planning }: { raceEventId: number; raceId: number; planning: WavePlanning }) {
  const [tab, setTab] = useState('people')
  const save = usePersonStart(raceEventId, raceId)
  const { plan, lines, event } = planning
  if (raceId === 0) return <EmptyState title="Choose a race">Everybody’s wave is planned at once. Nothing is saved before Assign.</EmptyState>
  if (!plan) return planning.error ? null : <Skeleton rows={12} label="Planning" />
  return (
    <div className={css.pane}>
      <Tabs
        label="The plan"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'people', title: 'Participants', count: plan.people.length, body: <PlannedPeople lines={lines} plan={plan} onSave={(line, edit) => void save(line, edit)} /> },
          { id: 'waves', title: 'Waves', count: plan.waves.length, body: <PlannedWaves plan={plan} zone={event?.timezone ?? 'UTC'} /> },
        ]}
      />
    </div>
  )
}
