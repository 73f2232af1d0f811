import { useState } from 'react'
import { voidCrossings } from '../../api/crossings.ts'
import type { Crossing } from '../../api/types.ts'
import { plural } from '../../lib/units.ts'
import { ActedPreview } from '../../ui/ActedPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useLookup } from './useLookup.ts'
import { usePreview } from './usePreview.ts'
import { useWrite } from './useWrite.ts'
import { Who } from './Who.tsx'
import type { CrossingsProps } from './windows.ts'
import css from './dialogs.module.css'

/** An unrouted crossing can be deleted only when it is known whose it is and of which event (XING-9). */
export function canBeVoided(c: Crossing): boolean {
  return c.splitId !== 0 || Boolean(c.raceEventId && c.participantId && c.id)
}

/** Asks before crossings are set aside, and says who changes by it. The words of the question are given (XING-10), and so are those of the alert. */
export default function VoidDialog({ raceEventId, crossings, onClose }: CrossingsProps & { onClose: () => void }) {
  const look = useLookup(raceEventId)
  const [why, setWhy] = useState('')
  const doomed = crossings.filter(canBeVoided)
  const ids = doomed.map((c) => c.id)
  const preview = usePreview('void', ids.length > 0 ? ids : null, (b, t) => voidCrossings(raceEventId, b, '', t))
  const write = useWrite(raceEventId, () => voidCrossings(raceEventId, ids, why.trim()), `${plural(ids.length, 'crossing', 'crossings')} voided.`, onClose)
  if (doomed.length === 0) return <Alert many={crossings.length > 1} onClose={onClose} />
  return (
    <Dialog
      alert
      title={doomed.length === 1 ? 'Delete crossing' : `Delete ${doomed.length} crossings`}
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="danger" busy={write.isPending} onPress={() => write.mutate(undefined)}>
            {doomed.length === 1 ? 'Delete crossing' : `Delete ${doomed.length} crossings`}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <p className={css.text}>
          <strong>{doomed.length === 1 ? 'Really delete this crossing? This cannot be undone.' : `Really delete these ${doomed.length} crossings? This cannot be undone.`}</strong>
          {' … except by Undo or Restore: it is voided, every read behind it is kept, and the history says who did it.'}
        </p>
        <div className={css.list}>
          {doomed.map((c) => (
            <Who key={c.id} crossing={c} look={look} />
          ))}
        </div>
        {doomed.length < crossings.length ? <Notice state="warn">{`${plural(crossings.length - doomed.length, 'of the chosen crossings is', 'of the chosen crossings are')} unrouted and of nobody known: they stay as they are.`}</Notice> : null}
        <TextField label="Why" value={why} onChange={setWhy} autoComplete="off" hint="Kept in the history." />
        {write.error ? <Notice state="bad">{write.error.message}</Notice> : null}
        <ActedPreview {...preview} />
      </div>
    </Dialog>
  )
}

function Alert({ many, onClose }: { many: boolean; onClose: () => void }) {
  return (
    <Dialog
      alert
      title="This crossing cannot be deleted."
      isOpen
      onClose={onClose}
      buttons={
        <Button look="primary" autoFocus onPress={onClose}>
          OK
        </Button>
      }
    >
      {`${many ? 'They are' : 'It is'} at no split and of nobody known. Unrouted reads can be marked invalid instead, or reassigned first.`}
    </Dialog>
  )
}
