import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { undoEdit } from '../../api/manual.ts'
import { newId } from '../../lib/id.ts'
import { clockMs } from '../../lib/time.ts'
import { plural, shortBib } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { putEntries } from './entries.ts'
import css from './rows.module.css'
import { forgetSaved, type Saved, useSaved } from './outbox.ts'

const SHOWN = 8

/** What went to the server from here, and the way back: an undone batch is in the list again, to be put right. */
export function SavedList({ raceEventId, zone, onTakenBack }: { raceEventId: number; zone: string; onTakenBack: () => void }) {
  const saved = useSaved().filter((s) => s.entries[0]?.raceEventId === raceEventId)
  if (saved.length === 0) return null
  return (
    <section className={css.saved} aria-label="Saved">
      <h2>Saved</h2>
      <ol className={css.list}>
        {saved.map((s) => (
          <Batch key={s.entries[0]!.id} batch={s} zone={zone} onTakenBack={onTakenBack} />
        ))}
      </ol>
    </section>
  )
}

function Batch({ batch, zone, onTakenBack }: { batch: Saved; zone: string; onTakenBack: () => void }) {
  const [state, setState] = useState<'' | 'busy' | string>('')
  const first = batch.entries[0]!
  const bibs = batch.entries.slice(0, SHOWN).map((e) => shortBib(e.bib))
  const more = batch.entries.length - bibs.length
  const undo = async () => {
    setState('busy')
    try {
      await undoEdit(batch.editId)
      // Under new names: the server keeps the old ones as taken back.
      putEntries(batch.entries.map((e) => ({ ...e, id: newId(), state: 'draft' })))
      forgetSaved(batch)
      onTakenBack()
    } catch (error) {
      setState(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <li className={css.batch}>
      <span className={css.rowTime}>{clockMs(first.at, zone).slice(0, -4)}</span>
      <span>
        {plural(batch.entries.length, 'time', 'times')}: <span className="mono">{bibs.join(', ')}</span>
        {more > 0 ? ` and ${more} more` : ''}
        {state !== '' && state !== 'busy' ? <span className={css.trouble}> {state}</span> : null}
      </span>
      {batch.editId > 0 ? (
        <Button look="quiet" icon={<Undo2 aria-hidden />} busy={state === 'busy'} onPress={() => void undo()} aria-label={`Undo: ${plural(batch.entries.length, 'time', 'times')}, ${bibs.join(', ')}`}>
          Undo
        </Button>
      ) : (
        <span className={css.quiet}>The server had them already</span>
      )}
    </li>
  )
}
