import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { undoable } from '../../api/actions.ts'
import { setStatus, written } from '../../api/people.ts'
import { plural, shortBib } from '../../lib/units.ts'
import { ActedPreview } from '../../ui/ActedPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { StatusProps } from './windows.ts'
import css from './dialogs.module.css'

const STATUSES = [
  { value: '0', label: 'OK' },
  { value: '1', label: 'DNS' },
  { value: '2', label: 'DNF' },
  { value: '3', label: 'DQ' },
  { value: '4', label: 'Unofficial' },
  { value: '9', label: 'Other' },
  { value: '11', label: 'Finished' },
]

/** Gives one or many a status, with the reason; says beforehand whose standing changes. */
export default function StatusDialog({ raceEventId, people, onClose }: StatusProps & { onClose: () => void }) {
  const client = useQueryClient()
  const first = people[0]?.status ?? 0
  const [chosen, choose] = useState(people.every((p) => p.status === first) ? String(first) : '')
  const [why, setWhy] = useState('')
  const ids = people.map((p) => p.id)
  const status = STATUSES.find((s) => s.value === chosen)
  const preview = useQuery({
    queryKey: ['preview', 'status', ids, chosen],
    queryFn: ({ signal }) => setStatus(raceEventId, ids, Number(chosen), '', true, signal),
    enabled: status !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const write = useMutation({
    mutationFn: () => setStatus(raceEventId, ids, Number(chosen), why.trim(), false),
    onSuccess: (acted) => {
      undoable(acted.editId, acted.editId ? `${status!.label} set for ${whoOf(people)}.` : 'Nothing changed: they have that status already.')
      written(client, raceEventId)
      onClose()
    },
  })
  const idle = preview.data !== undefined && preview.data.summary === '' && !preview.isFetching
  return (
    <Dialog
      title={people.length === 1 ? `Status of ${whoOf(people)}` : `Status of ${plural(people.length, 'person', 'people')}`}
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={write.isPending} isDisabled={status === undefined || idle} onPress={() => write.mutate()}>
            {status ? `Set ${status.label}${people.length > 1 ? ` for ${plural(people.length, 'person', 'people')}` : ''}` : 'Choose a status'}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {people.length > 1 ? <p className={css.names}>{namesOf(people)}</p> : null}
        <Choice label="Status" value={chosen} options={STATUSES} onChange={choose} />
        <TextField label="Why" value={why} onChange={setWhy} autoComplete="off" hint="Kept in the history." />
        {write.error ? <Notice state="bad">{write.error.message}</Notice> : null}
        {status ? <ActedPreview acted={preview.data} loading={preview.isFetching} {...(preview.error ? { error: preview.error.message } : {})} nothing={idle ? `They are ${status.label} already.` : 'Nobody’s place or time changes.'} /> : null}
      </div>
    </Dialog>
  )
}

type People = StatusProps['people']

function whoOf(people: People): string {
  const [p] = people
  if (!p) return 'nobody'
  if (people.length > 1) return plural(people.length, 'person', 'people')
  return [p.bib ? `#${shortBib(p.bib)}` : '', p.firstName, p.lastName].filter(Boolean).join(' ')
}

/** A few of them by name, and how many more. */
function namesOf(people: People): string {
  const some = people.slice(0, 4).map((p) => whoOf([p]))
  return people.length > some.length ? `${some.join(', ')} and ${people.length - some.length} more` : some.join(', ')
}
