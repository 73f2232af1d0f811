import { useQueryClient } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { undoable } from '../../api/actions.ts'
import { dropPerson, isNew, removePerson } from '../../api/people.ts'
import { openWindow } from '../../lib/windows.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Notice } from '../../ui/Status.tsx'
import { StatusBadge } from './columns.tsx'
import { Edited } from './Edited.tsx'
import { useNeighbours } from './neighbours.ts'
import { usePerson } from './person.ts'
import { PersonText } from './PersonText.tsx'
import './windows.ts'
import css from './person.module.css'

const GENDERS = [
  { value: '', label: 'Not said' },
  { value: 'F', label: 'Woman' },
  { value: 'M', label: 'Man' },
  { value: 'X', label: 'Nonbinary' },
]

/** Who somebody is, what they run and what the desk knows of them (A-132). */
export default function DetailsTab() {
  const { id, detail, look, shown, set, error } = usePerson()
  const races = [{ value: '0', label: 'In no race' }, ...look.races.map((r) => ({ value: String(r.id), label: r.name }))]
  const genders = GENDERS.some((g) => g.value === shown.gender) ? GENDERS : [...GENDERS, { value: shown.gender, label: shown.gender }]
  return (
    <div className={css.grid}>
      <PersonText field="firstName" label="First name" autoFocus={isNew(id)} />
      <PersonText field="lastName" label="Last name" />
      <PersonText field="bib" label="Bib" verbatim />
      <Edited field="raceId" say={(v) => look.race.get(v)?.name ?? 'in no race'}>
        <SelectField label="Race" value={String(shown.raceId)} options={races} onChange={(v) => set('raceId', Number(v))} {...(error('raceId') ? { error: error('raceId')! } : {})} />
      </Edited>
      <Edited field="gender">
        <SelectField label="Gender" value={shown.gender} options={genders} onChange={(v) => set('gender', v)} {...(error('gender') ? { error: error('gender')! } : {})} />
      </Edited>
      <div className={css.pair}>
        <PersonText field="dob" label="Date of birth" placeholder="1988-06-02" verbatim />
        <Edited field="age">
          <NumberField label="Age" value={shown.age || Number.NaN} onChange={(v) => set('age', v)} empty={0} min={0} isDisabled={shown.dob !== ''} {...(error('age') ? { error: error('age')! } : {})} />
        </Edited>
      </div>
      <PersonText field="teamName" label="Team" wide />
      {detail ? (
        <div className={`${css.status} ${css.wide}`}>
          <span className={css.label}>Status</span>
          <StatusBadge p={detail} />
          <Button onPress={() => openWindow('setStatus', { raceEventId: detail.raceEventId, people: [detail] })}>Set status…</Button>
        </div>
      ) : null}
      <PersonText field="notes" label="Notes" long hint="Shown beside the name wherever the desk sees it." />
      {detail ? <Remove /> : null}
    </div>
  )
}

/** Takes somebody off the roster; who has crossings stays, and the server says why (A-98). */
function Remove() {
  const { raceEventId, detail } = usePerson()
  const client = useQueryClient()
  const { close } = useNeighbours()
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const editId = await removePerson(raceEventId, detail!.id)
      close()
      dropPerson(client, raceEventId, detail!.id)
      undoable(editId, `${`${detail!.firstName} ${detail!.lastName}`.trim() || `Bib ${detail!.bib}`} removed.`)
    } catch (e) {
      setRefused(e instanceof Error ? e.message : String(e))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={`${css.remove} ${css.wide}`}>
      {refused ? <Notice state="bad">{refused}</Notice> : null}
      <Button look="quiet" icon={<UserX aria-hidden />} busy={busy} onPress={() => void remove()}>
        Remove from the event
      </Button>
    </div>
  )
}
