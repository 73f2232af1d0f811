import { useCallback, useState } from 'react'
import { matchFinish } from '../../api/crossings.ts'
import type { Participant } from '../../api/types.ts'
import { newId } from '../../lib/id.ts'
import { shortBib } from '../../lib/units.ts'
import { ActedPreview } from '../../ui/ActedPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Notice } from '../../ui/Status.tsx'
import { bibNumber, People } from './People.tsx'
import { usePreview } from './usePreview.ts'
import { useWrite } from './useWrite.ts'
import type { PersonProps } from './windows.ts'
import css from './dialogs.module.css'

const MOST_S = 30

/** The finish of somebody who came in with another: the other's time, a little earlier or later (XING-16, XING-17, A-126). */
export default function MatchFinishDialog({ raceEventId, participant, onClose }: PersonProps & { onClose: () => void }) {
  const [finisher, choose] = useState<number | null>(null)
  const [seconds, setSeconds] = useState(0)
  const fault = seconds >= -MOST_S && seconds <= MOST_S ? undefined : `From −${MOST_S} to ${MOST_S} seconds.`
  const about = finisher === null || fault ? null : { finisherId: finisher, adjustmentMs: Math.round(seconds * 1000), why: '' }
  const preview = usePreview(`match ${participant.id}`, about, (b, t) => matchFinish(raceEventId, participant.id, b, t))
  const [ephemeralId] = useState(newId)
  const write = useWrite(raceEventId, (b: NonNullable<typeof about>) => matchFinish(raceEventId, participant.id, { ...b, ephemeralId }), 'Finish matched.', onClose)
  const near = bibNumber(participant)
  const { id, raceId } = participant
  // Those who finished, the nearest bib first, their own race before the others.
  const pick = useCallback(
    (people: readonly Participant[]) =>
      people
        .filter((p) => p.ft !== null && p.id !== id)
        .toSorted((a, b) => Number(a.raceId !== raceId) - Number(b.raceId !== raceId) || Math.abs(bibNumber(a) - near) - Math.abs(bibNumber(b) - near)),
    [id, raceId, near],
  )
  return (
    <Dialog
      title="Match Finish"
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={write.isPending} isDisabled={about === null || Boolean(preview.error)} onPress={() => about && write.mutate(about)}>
            Match Finish
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <p className={css.text}>
          {`With whom did ${shortBib(participant.bib)} ${participant.firstName} ${participant.lastName} come in? Only those who have a finish time are listed, the nearest bib first.`}
        </p>
        <People raceEventId={raceEventId} chosen={finisher} onChoose={(to) => (write.reset(), choose(to))} pageSize={12} pick={pick} nobody="Nobody with a finish time matches." />
        <div className={css.form}>
          <NumberField label="Adjustment" value={seconds} step={0.1} unit="s" onChange={setSeconds} error={fault} hint="Later is more, earlier is less." />
        </div>
        {write.error ? <Notice state="bad">{write.error.message}</Notice> : null}
        <ActedPreview {...preview} />
      </div>
    </Dialog>
  )
}
