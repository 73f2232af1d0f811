import { ArrowDownUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { reorderWaves } from '../../api/races.ts'
import { clock, days } from '../../lib/time.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PickList } from '../../ui/PickList.tsx'
import { Notice } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { addWave, type Draft, newKey, remove } from './draft.ts'
import { Edited } from './Edited.tsx'
import { type Editor, useEditor } from './editor.ts'
import css from './races.module.css'
import { TimeField } from './TimeField.tsx'
import type { WaveView } from './view.ts'

/** The waves of a race by number, and the one that is looked at (WAVE-1 … WAVE-5). */
export default function WavesTab() {
  const editor = useEditor()
  const { view, draft, wave: key, selectWave, change } = editor
  const [asking, setAsking] = useState(false)
  const wave = view.waves.find((w) => w.key === key)
  const add = () => {
    selectWave(newKey(draft))
    change(addWave)
  }
  const drop = () => {
    setAsking(false)
    const at = view.waves.findIndex((w) => w.key === key)
    change((d) => remove(d, `wave/${key}`))
    selectWave((view.waves[at + 1] ?? view.waves[at - 1])?.key ?? '')
  }
  return (
    <div className={css.two}>
      <section className={css.left} aria-label="Waves">
        <div className={css.tools}>
          <Button icon={<Plus aria-hidden />} onPress={add}>
            Add
          </Button>
          <Button icon={<Trash2 aria-hidden />} onPress={() => setAsking(true)} isDisabled={!wave}>
            Delete
          </Button>
          <Reorder editor={editor} />
        </div>
        {view.waves.length === 0 ? (
          <EmptyState title="No waves">Everybody starts with the race. Add a wave for each group that starts at a time of its own.</EmptyState>
        ) : (
          <PickList label="Waves" items={view.waves.map((w) => ({ id: w.key, label: line(w, editor), detail: w.name, isNew: w.id === null }))} selected={key} onSelect={selectWave} />
        )}
      </section>
      <section className={css.right} aria-label="Wave Options">
        {wave ? <WaveOptions key={wave.key} wave={wave} /> : null}
      </section>
      <ConfirmDialog title={`Delete wave ${wave?.number ?? ''}`} text="Really delete wave? This cannot be undone." action="Delete wave" isOpen={asking} onConfirm={drop} onClose={() => setAsking(false)} />
    </div>
  )
}

/** 'id - time' (WAVE-1); the day too, where the waves start on more than one. */
function line(w: WaveView, { view, zone }: Editor): string {
  if (w.time === null) return `${w.number} - no time`
  const day = (at: number | null) => days(at, null, zone)
  const many = view.waves.some((x) => x.time !== null && day(x.time) !== day(w.time))
  return `${w.number} - ${many ? `${day(w.time)} ` : ''}${clock(w.time, zone)}`
}

function WaveOptions({ wave }: { wave: WaveView }) {
  const { view, edit, error } = useEditor()
  const path = `wave/${wave.key}`
  return (
    <div className={css.panel}>
      <h3>Wave Options</h3>
      <TimeField label="Time" path={`${path}/time`} value={wave.time} from={view.startTime} clearable={false} />
      <Edited path={`${path}/name`}>
        <TextField label="Name" placeholder={`Wave ${wave.number}`} value={wave.name} onChange={(v) => edit(`${path}/name`, v)} error={error(`${path}/name`)} />
      </Edited>
      <p className={css.note}>Whoever is in this wave starts at its time, unless a start of their own was entered for them.</p>
    </div>
  )
}

// The server numbers the waves that it knows, and people follow: edits of waves have to be saved before.
function Reorder({ editor: { draft, event, view } }: { editor: Editor }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const waiting = unsavedWaves(draft)
  const run = async () => {
    setBusy(true)
    setFault('')
    try {
      await reorderWaves(event!.id, draft.raceId!)
      toast(`The waves of ${view.name} are numbered by time.`)
    } catch (e) {
      setFault((e as Error).message)
    }
    setBusy(false)
  }
  const sorted = view.waves.every((w, i) => w.number === i + 1 && (i === 0 || (view.waves[i - 1]!.time ?? 0) <= (w.time ?? Infinity)))
  return (
    <>
      <Button icon={<ArrowDownUp aria-hidden />} onPress={() => void run()} busy={busy} isDisabled={waiting || sorted || draft.raceId === null || !event}>
        Reorder
      </Button>
      {waiting && !sorted ? <p className={css.why}>Save the new times first, then Reorder numbers the waves by them.</p> : null}
      {fault ? <Notice state="bad">{fault}</Notice> : null}
    </>
  )
}

function unsavedWaves(d: Draft): boolean {
  return d.added.waves.length > 0 || [...Object.keys(d.touched), ...d.removed].some((p) => p.startsWith('wave/'))
}
