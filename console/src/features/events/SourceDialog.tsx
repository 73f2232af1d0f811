import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../api/queries.ts'
import { createSource, deleteSource, renameSource } from '../../api/setup.ts'
import type { EventSource } from '../../api/types.ts'
import { plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Modal, useGuard, useModal } from '../../ui/ModalStack.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Names a source, a new one or one that is there. */
export function SourceDialog({ source, onClose }: { source: EventSource | null; onClose: () => void }) {
  const [name, setName] = useState(source?.name ?? '')
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => (source ? renameSource(source.id, name.trim()) : createSource(name.trim())),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.sources })
      onClose()
    },
  })
  const changed = name.trim() !== (source?.name ?? '')
  return (
    <Modal
      size="s"
      title={source ? 'Edit Event Source' : 'New Event Source'}
      onClose={onClose}
      controls={
        <>
          <Cancel />
          <Button look="primary" busy={save.isPending} isDisabled={!changed} onPress={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      <Unsaved dirty={changed} />
      <TextField label="Name" autoFocus value={name} onChange={(v) => (save.reset(), setName(v))} error={save.error?.message} hint="As the people at the mat call it. Splits and imports find it by this name." />
    </Modal>
  )
}

function Cancel() {
  return <Button onPress={useModal().close}>Cancel</Button>
}

function Unsaved({ dirty }: { dirty: boolean }) {
  useGuard(dirty)
  return null
}

/** Takes a source away: its routes go, its reads stay. */
export function DeleteSource({ source, uses, onClose }: { source: EventSource; uses: string[]; onClose: () => void }) {
  const client = useQueryClient()
  const work = useMutation({
    mutationFn: () => deleteSource(source.id),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.sources })
      void client.invalidateQueries({ queryKey: keys.events })
      onClose()
    },
  })
  const listen = uses.length === 0 ? 'No split of this event listens to it.' : `${plural(uses.length, 'split', 'splits')} of this event will no longer listen to it: ${uses.join(', ')}.`
  return (
    <ConfirmDialog
      title={`Delete ${source.name}?`}
      text={work.error ? work.error.message : `${listen} Reads that came from it are kept.`}
      action="Delete source"
      isOpen
      busy={work.isPending}
      onConfirm={() => work.mutate()}
      onClose={onClose}
    />
  )
}
