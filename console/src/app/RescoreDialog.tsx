import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rescore } from '../api/actions.ts'
import { keys } from '../api/queries.ts'
import { plural, shortBib } from '../lib/units.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Status.tsx'
import { allRaces, RacePicker } from './RacePicker.tsx'
import type { EventProps } from './windows.ts'
import css from './RescoreDialog.module.css'

/** Picks races, all of them to begin with, scores them again and says whose result changed. */
export default function RescoreDialog({ event, onClose }: EventProps & { onClose: () => void }) {
  const client = useQueryClient()
  const [picked, setPicked] = useState(allRaces(event))
  const work = useMutation({
    mutationFn: () => rescore(event.id, [...picked]),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.event(event.id) }),
  })
  return (
    <Dialog
      title="Score races again"
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{work.isSuccess ? 'Done' : 'Cancel'}</Button>
          <Button look="primary" busy={work.isPending} isDisabled={picked.size === 0} onPress={() => work.mutate()}>
            {`Score ${plural(picked.size, 'race', 'races')}`}
          </Button>
        </>
      }
    >
      <p className={css.text}>Places and times are worked out again from the reads. No read is changed.</p>
      <RacePicker event={event} picked={picked} onChange={setPicked} />
      {work.isError ? <Notice state="bad">{work.error.message}</Notice> : null}
      {work.isSuccess && work.data.length === 0 ? <Notice state="good">Scored. Nobody’s result changed.</Notice> : null}
      {work.isSuccess && work.data.length > 0 ? (
        <>
          <Notice state="info">{`Scored. ${plural(work.data.length, 'result', 'results')} changed.`}</Notice>
          <ul className={css.changes}>
            {work.data.map((c) => (
              <li key={c.participantId}>
                <span className="mono">{shortBib(c.bib)}</span> {c.name}: {c.from} → {c.to}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  )
}
