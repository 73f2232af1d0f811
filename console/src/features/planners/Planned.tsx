import { useState } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { PlannedPeople } from './PlannedPeople.tsx'
import { PlannedWaves } from './PlannedWaves.tsx'
import { usePersonStart } from './usePersonStart.ts'
import type { WavePlanning } from './useWavePlan.ts'
import css from './planners.module.css'

/** The plan of a race: its people and its waves, each as a table. */
export default function Planned({ raceEventId, raceId, planning }: { raceEventId: number; raceId: number; planning: WavePlanning }) {
  const [tab, setTab] = useState('people')
  const save = usePersonStart(raceEventId, raceId)
  const { plan, lines, event } = planning
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
