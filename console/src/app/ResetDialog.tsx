import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { undoable } from '../api/actions.ts'
import { resetEvent } from '../api/bulk.ts'
import { written } from '../api/crossingActions.ts'
import type { Reset } from '../api/types.ts'
import { plural } from '../lib/units.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Notice } from '../ui/Status.tsx'
import type { EventProps } from './windows.ts'
import css from './AutomaticDialog.module.css'

/** Sets aside every crossing of an event. The words of the question are given (LIVE-11). */
export default function ResetDialog({ event, onClose }: EventProps & { onClose: () => void }) {
  const client = useQueryClient()
  const preview = useQuery({ queryKey: ['preview', 'reset', event.id], queryFn: () => resetEvent(event.id, true), retry: false, gcTime: 0 })
  const work = useMutation({
    mutationFn: () => resetEvent(event.id, false),
    onSuccess: (done) => {
      undoable(done.editId, done.summary || 'There were no crossings.')
      written(client, event.id)
      onClose()
    },
  })
  const found = preview.data
  const crossings = found?.crossings ?? 0
  const nothing = found !== undefined && crossings === 0 && found.statuses === 0 && found.places === 0
  return (
    <Dialog
      alert
      title={`Reset ${event.name}`}
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Cancel
          </Button>
          <Button look="danger" busy={work.isPending} isDisabled={found === undefined || nothing} onPress={() => work.mutate()}>
            {crossings > 0 ? `Remove ${plural(crossings, 'crossing', 'crossings')}` : 'Reset'}
          </Button>
        </>
      }
    >
      <p className={css.question}>Really remove all crossing data?</p>
      {preview.isPending ? <Skeleton rows={2} label="Counting what there is" /> : null}
      {preview.error ? <Notice state="bad">{preview.error.message}</Notice> : null}
      {work.error ? <Notice state="bad">{work.error.message}</Notice> : null}
      {nothing ? <p className={css.text}>There is nothing to reset: no crossing, no automatic status, no fixed place.</p> : null}
      {found && !nothing ? (
        <p className={css.text}>
          {`${goes(found)}. `}
          People, bibs, waves, statuses that a person gave, timing points and routes stay. A list of the crossings is written to the data folder first, and Undo brings everything back.
        </p>
      ) : null}
    </Dialog>
  )
}

/** What a reset sets aside and takes back, in a sentence without its stop. */
function goes(found: Reset): string {
  const parts = [
    found.crossings > 0 && `${plural(found.crossings, 'crossing', 'crossings')} of ${plural(found.reads, 'read', 'reads')} count no more`,
    found.statuses > 0 && `${plural(found.statuses, 'automatic status', 'automatic statuses')} taken back`,
    found.places > 0 && `${plural(found.places, 'fixed place', 'fixed places')} taken back`,
  ]
  return parts.filter(Boolean).join(', ')
}
