import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { undoable } from '../../api/actions.ts'
import type { ImportReceipt } from '../../api/importing.ts'
import { queries } from '../../api/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { DropHint } from '../../ui/DropHint.tsx'
import { Modal, useGuard, useModal } from '../../ui/ModalStack.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useFileDrop } from '../../ui/useFileDrop.ts'
import { doneWords, summary } from './changes.ts'
import { DropFile } from './DropFile.tsx'
import { useImport } from './useImport.ts'
import type { ImportProps } from './windows.ts'
import css from './importing.module.css'

// The empty window is there at once; what a file needs is loaded while somebody looks for theirs.
const load = () => import('./Chosen.tsx')
const Chosen = lazy(load)
const Result = lazy(() => import('./Result.tsx'))

/** A file of participants: what its columns mean, what it would change, and the changing, with a way back (IMP-1 … IMP-16). */
export default function ImportDialog({ raceEventId, onClose }: ImportProps & { onClose: () => void }) {
  const event = useQuery(queries.event(raceEventId))
  const work = useImport(raceEventId, event.data)
  const { loaded, underway } = work.file
  useEffect(() => void load(), [])
  const [result, setResult] = useState<{ receipt: ImportReceipt; file: string } | null>(null)
  const drop = useFileDrop((file) => !work.write.isPending && !result && work.file.take(file))

  const close = () => {
    if (result) undoable(result.receipt.editId, doneWords(result.receipt, result.file))
    onClose()
  }
  const upload = () =>
    work.write.mutate(undefined, {
      onSuccess: (receipt) => {
        if (receipt.skipped > 0) return setResult({ receipt, file: loaded!.file.name })
        undoable(receipt.editId, doneWords(receipt, loaded!.file.name))
        onClose()
      },
    })

  return (
    <Modal title="Import / Update Participants" size="xl" flush onClose={close} isDismissable={!work.write.isPending} foot={result ? <Button look="primary" onPress={close}>Done</Button> : <Foot work={work} onUpload={upload} />}>
      <Unsaved dirty={work.chosen?.touched === true && !result} />
      <div className={css.window} {...drop}>
        {result ? (
          <Suspense>
            <Result {...result} fields={work.fields} />
          </Suspense>
        ) : loaded && work.chosen ? (
          <Suspense fallback={<Skeleton label="Loading..." />}>
            <Chosen event={event.data} work={work} loaded={loaded} chosen={work.chosen} />
          </Suspense>
        ) : (
          <DropFile underway={underway} onTake={work.file.take} />
        )}
        <DropHint>Drop the file here</DropHint>
      </div>
    </Modal>
  )
}

type Work = ReturnType<typeof useImport>

/** What pressing Upload does, in numbers, and the buttons (IMP-10). */
function Foot({ work, onUpload }: { work: Work; onUpload: () => void }) {
  const { data, error, working } = work.preview
  const said = work.obstacle || (error ? 'What would change could not be worked out.' : data ? summary(data) : working ? 'Working out what would change…' : '')
  return (
    <>
      <p className={css.said} role="status" data-wrong={work.obstacle || error ? true : undefined} aria-busy={working}>
        {said}
      </p>
      <Cancel isDisabled={work.write.isPending} />
      <Button look="primary" busy={work.write.isPending} isDisabled={!work.ready || !data || working || error !== null || work.file.underway?.failed === ''} onPress={onUpload}>
        Upload
      </Button>
    </>
  )
}

function Cancel({ isDisabled }: { isDisabled: boolean }) {
  return (
    <Button isDisabled={isDisabled} onPress={useModal().close} data-closes>
      Cancel
    </Button>
  )
}

function Unsaved({ dirty }: { dirty: boolean }) {
  useGuard(dirty)
  return null
}
