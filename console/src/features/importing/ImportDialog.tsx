import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { undoable } from '../../api/actions.ts'
import type { ImportReceipt } from '../../api/importing.ts'
import { queries } from '../../api/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { DropHint } from '../../ui/DropHint.tsx'
import { Modal, useGuard, useModal } from '../../ui/ModalStack.tsx'
import { Notice } from '../../ui/Status.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useFileDrop } from '../../ui/useFileDrop.ts'
import { AddOnsTab } from './AddOnsTab.tsx'
import { ChangesTab } from './ChangesTab.tsx'
import { doneWords, summary } from './changes.ts'
import { ColumnsTab } from './ColumnsTab.tsx'
import { DropFile } from './DropFile.tsx'
import { FileLine } from './FileLine.tsx'
import { Options } from './Options.tsx'
import { Result } from './Result.tsx'
import { useImport } from './useImport.ts'
import type { ImportProps } from './windows.ts'
import css from './importing.module.css'

/** A file of participants: what its columns mean, what it would change, and the changing, with a way back (IMP-1 … IMP-16). */
export default function ImportDialog({ raceEventId, onClose }: ImportProps & { onClose: () => void }) {
  const event = useQuery(queries.event(raceEventId))
  const work = useImport(raceEventId, event.data)
  const { loaded, underway } = work.file
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
          <Result {...result} fields={work.fields} />
        ) : loaded && work.chosen ? (
          <>
            <FileLine loaded={loaded} underway={underway} onTake={work.file.take} onDismiss={work.file.dismiss} />
            <Options event={event.data} work={work} file={loaded.file.name} />
            {work.write.error ? (
              <div className={css.notice}>
                <Notice state="bad">{`${work.write.error.message} Everything that was chosen is still here.`}</Notice>
              </div>
            ) : null}
            <Body work={work} />
          </>
        ) : (
          <DropFile underway={underway} onTake={work.file.take} />
        )}
        <DropHint>Drop the file here</DropHint>
      </div>
    </Modal>
  )
}

type Work = ReturnType<typeof useImport>

/** The tabs below a file that was read (IMP-2), and what would come of it. */
function Body({ work }: { work: Work }) {
  const [tab, setTab] = useState('columns')
  const { sheet, choices } = work.chosen!
  const { data, error, working, again } = work.preview
  const lines = data ? data.created + data.updated + data.removed + data.skipped : 0
  return (
    <div className={css.tabs}>
      <Tabs
        label="Import"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'columns', title: 'Columns', count: sheet.columns.length, body: <ColumnsTab sheet={sheet} choices={choices} fields={work.fields} onChange={work.change} /> },
          { id: 'addons', title: 'Add-Ons', count: choices.addOns.length, body: <AddOnsTab sheet={sheet} choices={choices} onChange={work.change} /> },
          { id: 'changes', title: 'What would change', count: lines, body: <ChangesTab receipt={data} fields={work.fields} working={working} error={error} onRetry={again} obstacle={work.obstacle} /> },
        ]}
      />
    </div>
  )
}

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
