import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { undoable } from '../api/actions.ts'
import type { Acted, RaceEvent } from '../api/types.ts'
import { ActedPreview } from '../ui/ActedPreview.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Status.tsx'
import { allRaces, RacePicker } from './RacePicker.tsx'
import css from './AutomaticDialog.module.css'

interface Props {
  event: RaceEvent
  title: string
  /** The question, where its words are given. */
  question?: string
  text: string
  /** What the preview says when it concerns nobody. */
  nobody: string
  /** The button, for so many people. */
  button: (people: number) => string
  act: (eventId: number, raceIds: readonly number[], dry: boolean) => Promise<Acted>
  onClose: () => void
}

/** A rule that changes many at once: for which races, whom it would change and how, and then the doing of it, with a way back. */
export function AutomaticDialog({ event, title, question, text, nobody, button, act, onClose }: Props) {
  const [picked, setPicked] = useState(allRaces(event))
  const races = [...picked].toSorted((a, b) => a - b)
  const preview = useQuery({ queryKey: ['preview', title, event.id, races], queryFn: () => act(event.id, races, true), enabled: races.length > 0, retry: false, gcTime: 0 })
  const work = useMutation({
    mutationFn: () => act(event.id, races, false),
    onSuccess: (done) => {
      undoable(done.editId, done.summary || nobody)
      onClose()
    },
  })
  const shown = races.length > 0 ? preview.data : undefined
  const people = shown?.people.length ?? 0
  return (
    <Dialog
      title={title}
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={work.isPending} isDisabled={people === 0 || preview.isFetching} onPress={() => work.mutate()}>
            {button(people)}
          </Button>
        </>
      }
    >
      {question ? <p className={css.question}>{question}</p> : null}
      <p className={css.text}>{text}</p>
      <RacePicker event={event} picked={picked} onChange={setPicked} />
      {work.isError ? <Notice state="bad">{work.error.message}</Notice> : null}
      {races.length === 0 ? <p className={css.text}>Choose at least one race.</p> : <ActedPreview acted={shown} loading={preview.isFetching} error={preview.error?.message} nothing={nobody} />}
    </Dialog>
  )
}
