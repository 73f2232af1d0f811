import { X } from 'lucide-react'
import { IconButton } from '../../ui/Button.tsx'
import { addRoaming, remove } from './draft.ts'
import { Edited } from './Edited.tsx'
import { sourceName, useEditor } from './editor.ts'
import css from './races.module.css'
import { SourcePicker } from './SourcePicker.tsx'

/** The sources that belong to no split (SPLIT-6 … SPLIT-8). */
export function RoamingOptions() {
  const { view, edit, change, error, sources } = useEditor()
  const taken = view.roaming.map((r) => r.sourceId)
  return (
    <div className={css.panel}>
      <h3>Roaming Event Sources</h3>
      <p className={css.note}>These are not tied to a particular split, and may depend on GPS location or not need one (such as a spotter line).</p>
      <div className={css.roaming}>
        {view.roaming.map((r, i) => (
          <div key={r.key} className={css.routeTop}>
            <Edited path={`roaming/${r.key}/sourceId`} say={(id: number) => sourceName(sources, id)}>
              <SourcePicker label={`Roaming event source ${i + 1}`} value={r.sourceId} taken={taken} error={error(`roaming/${r.key}/sourceId`)} onPick={(id) => edit(`roaming/${r.key}/sourceId`, id)} />
            </Edited>
            <IconButton label={`Remove ${sourceName(sources, r.sourceId)}`} onPress={() => change((d) => remove(d, `roaming/${r.key}`))}>
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
        <SourcePicker label="Add a roaming event source" prompt="Add an event source…" value={null} taken={taken} error={undefined} onPick={(id) => change((d) => addRoaming(d, id))} />
      </div>
    </div>
  )
}
