import { useEditor } from './editor.ts'
import type { MapTab } from './RaceEditor.tsx'
import { SplitOptions } from './SplitOptions.tsx'
import { insertSplit, useSplitRemover } from './splitEdits.tsx'

/** The Map tab with this race's splits on it (RACE-1). */
export default function MapOfRace({ MapTab }: { MapTab: MapTab }) {
  const editor = useEditor()
  const { event, draft, view, split, selectSplit, change } = editor
  const remover = useSplitRemover(editor)
  const selected = view.splits.find((s) => s.key === split)
  return (
    <>
      <MapTab
        eventId={event?.id ?? null}
        raceId={draft.raceId}
        distance={Number.isFinite(view.distance) ? view.distance : 0}
        isLoop={view.isLoop}
        splits={view.splits.filter((s) => Number.isFinite(s.distance)).map(({ key, name, distance }) => ({ key, name, distance }))}
        selected={selected?.key ?? null}
        onSelect={(key) => selectSplit(key ?? 'roaming')}
        onAdd={(metres) => insertSplit(editor, metres, 'map')}
        onDelete={remover.ask}
        track={draft.track}
        onTrack={(track) => change((d) => ({ ...d, track }))}
        color={view.color}
        options={selected ? <SplitOptions key={selected.key} split={selected} /> : null}
      />
      {remover.dialog}
    </>
  )
}
