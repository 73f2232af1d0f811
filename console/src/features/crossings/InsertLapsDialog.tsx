import { useState } from 'react'
import { insertLaps } from '../../api/crossings.ts'
import { newId } from '../../lib/id.ts'
import { clockMs } from '../../lib/time.ts'
import { plural } from '../../lib/units.ts'
import { ActedPreview } from '../../ui/ActedPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Notice } from '../../ui/Status.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useLookup } from './useLookup.ts'
import { usePreview } from './usePreview.ts'
import { useWrite } from './useWrite.ts'
import { Who } from './Who.tsx'
import type { CrossingProps } from './windows.ts'
import css from './dialogs.module.css'

/** Most that can be missing between two that were read. */
const MOST = 50

/** Laps that no reader saw, evenly over the gap before a crossing (XING-13 … XING-15, A-127). */
export default function InsertLapsDialog({ raceEventId, crossing, onClose }: CrossingProps & { onClose: () => void }) {
  const look = useLookup(raceEventId)
  const [count, setCount] = useState(1)
  const [jitter, setJitter] = useState(true)
  const fault = Number.isInteger(count) && count >= 1 && count <= MOST ? undefined : `A whole number from 1 to ${MOST}.`
  const preview = usePreview(`laps ${crossing.id}`, fault ? null : { count, jitter }, (b, t) => insertLaps(raceEventId, crossing.id, { ...b, why: '' }, t))
  const [ephemeralId] = useState(newId)
  const write = useWrite(raceEventId, () => insertLaps(raceEventId, crossing.id, { count, jitter, why: '', ephemeralId }), `${plural(count, 'lap', 'laps')} inserted.`, onClose)
  return (
    <Dialog
      title="Insert Laps Crossings"
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" busy={write.isPending} isDisabled={Boolean(fault ?? preview.error)} onPress={() => write.mutate(undefined)}>
            Insert
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <p className={css.text}>Between the valid crossing before this one and</p>
        <div className={css.list}>
          <Who crossing={crossing} look={look} />
        </div>
        <div className={css.form}>
          <NumberField label="How many" value={count} min={1} onChange={setCount} error={fault} />
          <div>
            <Switch isSelected={jitter} onChange={setJitter}>
              Each up to 5 s earlier or later
            </Switch>
          </div>
        </div>
        {preview.acted && !preview.error && preview.acted.crossings.length > 0 ? (
          <ul className={css.times} aria-label="Crossings to be inserted">
            {preview.acted.crossings.map((c, i) => (
              <li key={c.timestamp ?? i}>{`${clockMs(c.timestamp, look.zone)}  ${c.split}`}</li>
            ))}
          </ul>
        ) : null}
        {write.error ? <Notice state="bad">{write.error.message}</Notice> : null}
        <ActedPreview {...preview} />
      </div>
    </Dialog>
  )
}
