import { HeartHandshake, Plus, Trash2, Waypoints } from 'lucide-react'
import { usePreference } from '../../lib/preferences.ts'
import { distance, distanceUnit } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { PickList, type PickItem } from '../../ui/PickList.tsx'
import { type Editor, useEditor } from './editor.ts'
import css from './races.module.css'
import { RoamingOptions } from './RoamingOptions.tsx'
import { insertSplit, useSplitRemover } from './splitEdits.tsx'
import { SplitOptions } from './SplitOptions.tsx'

/** The splits in the order of the course, with what is tied to none of them on top (SPLIT-1). */
export default function SplitsTab() {
  const editor = useEditor()
  const { view, split: key, selectSplit, edit } = editor
  const remover = useSplitRemover(editor)
  const split = view.splits.find((s) => s.key === key)
  return (
    <div className={css.two}>
      <section className={css.left} aria-label="Splits">
        <div className={css.tools}>
          <Button icon={<Plus aria-hidden />} onPress={() => insertSplit(editor, between(editor))}>
            Add
          </Button>
          <Button icon={<Trash2 aria-hidden />} isDisabled={!split} onPress={() => remover.ask(key)}>
            Delete
          </Button>
          <Button icon={<HeartHandshake aria-hidden />} isDisabled={!split} onPress={() => edit(`split/${key}/crewAccessible`, !split!.crewAccessible)}>
            Toggle Crew
          </Button>
        </div>
        <SplitList editor={editor} selected={split ? key : 'roaming'} onSelect={selectSplit} />
      </section>
      <section className={css.right} aria-label="Split Options">
        {split ? <SplitOptions key={split.key} split={split} /> : <RoamingOptions />}
      </section>
      {remover.dialog}
    </div>
  )
}

function SplitList({ editor: { view }, selected, onSelect }: { editor: Editor; selected: string; onSelect: (key: string) => void }) {
  const [miles] = usePreference('wantsMiles')
  const items: PickItem[] = view.splits.map((s) => ({
    id: s.key,
    label: s.name.trim() || 'No name',
    isNew: s.id === null,
    value: `${distance(s.distance, miles, 2)} ${distanceUnit(miles)}`,
    marks: (
      <>
        {s.crewAccessible ? (
          <span className={css.crew}>
            <HeartHandshake aria-hidden /> Crew
          </span>
        ) : null}
        {s.routes.length === 0 ? <span className={css.unrouted}>no source</span> : null}
      </>
    ),
  }))
  const roaming: PickItem = { id: 'roaming', label: 'Roaming', marks: <Waypoints aria-hidden />, value: String(view.roaming.length) }
  return <PickList label="Splits" items={[roaming, ...items]} selected={selected} onSelect={onSelect} />
}

// Half-way to the next one; on round hundreds of metres, because it is a guess.
function between({ view, split }: Editor): number {
  const at = view.splits.findIndex((s) => s.key === split)
  const from = at >= 0 && at < view.splits.length - 1 ? at : view.splits.length - 2
  const [a, b] = [view.splits[from]?.distance ?? 0, view.splits[from + 1]?.distance ?? view.distance]
  const middle = Math.round((a + b) / 2 / 100) * 100
  return Number.isFinite(middle) ? middle : 0
}
