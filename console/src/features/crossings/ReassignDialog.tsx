import { useState } from 'react'
import { reassignCrossings } from '../../api/crossings.ts'
import { plural } from '../../lib/units.ts'
import { ActedPreview } from '../../ui/ActedPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { People } from './People.tsx'
import { useLookup } from './useLookup.ts'
import { usePreview } from './usePreview.ts'
import { useWrite } from './useWrite.ts'
import { Who } from './Who.tsx'
import type { CrossingsProps } from './windows.ts'
import css from './dialogs.module.css'

/** Gives crossings to whom they really belong (XING-11, A-128): search, a page of 12, and who would change by it. */
export default function ReassignDialog({ raceEventId, crossings, onClose }: CrossingsProps & { onClose: () => void }) {
  const look = useLookup(raceEventId)
  const [receiver, choose] = useState<number | null>(null)
  const [why, setWhy] = useState('')
  const ids = crossings.map((c) => c.id)
  const preview = usePreview('reassign', receiver === null ? null : { ids, receiver }, (b, t) => reassignCrossings(raceEventId, b.ids, b.receiver, '', t))
  const write = useWrite(raceEventId, (to: number) => reassignCrossings(raceEventId, ids, to, why.trim()), `${plural(ids.length, 'crossing', 'crossings')} reassigned.`, onClose)
  return (
    <Dialog
      title="Reassign Crossings"
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={write.isPending} isDisabled={receiver === null} onPress={() => receiver !== null && write.mutate(receiver)}>
            Reassign
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <div className={css.list}>
          {crossings.map((c) => (
            <Who key={c.id} crossing={c} look={look} />
          ))}
        </div>
        <People raceEventId={raceEventId} chosen={receiver} onChoose={(id) => (write.reset(), choose(id))} pageSize={12} />
        <div>
          <TextField label="Why" value={why} onChange={setWhy} autoComplete="off" hint="Kept in the history. The tags stay as they were read." />
        </div>
        {write.error ? <Notice state="bad">{write.error.message}</Notice> : null}
        <ActedPreview {...preview} />
      </div>
    </Dialog>
  )
}
