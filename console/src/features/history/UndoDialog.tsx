import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { undoable } from '../../api/actions.ts'
import { undoEdit, written, type JournalLine } from '../../api/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { Changes } from './Changes.tsx'
import css from './history.module.css'
import { sentence } from './words.ts'

/** Takes an entry back, after showing what that would do; the undo is an entry of its own and can be taken back in turn. */
export function UndoDialog({ raceEventId, line, onClose }: { raceEventId: number; line: JournalLine; onClose: () => void }) {
  const client = useQueryClient()
  const preview = useQuery({ queryKey: ['preview', 'undo', line.id], queryFn: () => undoEdit(line.id, true), retry: false, gcTime: 0, staleTime: 0 })
  const write = useMutation({
    mutationFn: () => undoEdit(line.id, false),
    onSuccess: (done) => {
      undoable(done.id, `Undone: ${line.summary}.`)
      written(client, raceEventId)
      onClose()
    },
  })
  const refused = (write.error ?? preview.error)?.message
  return (
    <Dialog
      title={line.undoes ? `Undo the undo ${line.id}` : `Undo ${line.id}`}
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={write.isPending} isDisabled={!preview.data} onPress={() => write.mutate()}>
            Undo this
          </Button>
        </>
      }
    >
      <div className={css.undo}>
        <p>{sentence(line.summary)}</p>
        {refused ? <Notice state="bad">{sentence(refused)}.</Notice> : null}
        {preview.data ? (
          <section aria-label="What changes">
            <Changes told={preview.data.told} more={preview.data.moreChanges ?? 0} />
          </section>
        ) : preview.isFetching ? (
          <Skeleton rows={2} label="Working out what would change" />
        ) : null}
      </div>
    </Dialog>
  )
}
