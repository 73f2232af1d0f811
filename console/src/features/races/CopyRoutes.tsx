import { useMutation, useQuery } from '@tanstack/react-query'
import type { RaceEvent } from '../../api/types.ts'
import { copyRoutes, type CopiedRoutes } from '../../api/races.ts'
import { rescoredWords } from '../../lib/rescored.ts'
import { toast } from '../../lib/toast.ts'
import { plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { type Editor, sourceName, useEditor } from './editor.ts'
import { Given } from './Given.tsx'
import css from './races.module.css'
import { SAME_PLACE } from './similar.ts'
import type { SplitView } from './view.ts'

/** Gives the sources of a split to every split at the same place, after showing which ones get what. */
export function CopyRoutes({ event, split, onClose }: { event: RaceEvent; split: SplitView; onClose: () => void }) {
  const { draft, sources } = useEditor()
  const body = {
    distance: split.distance,
    routes: split.routes.map((r) => ({ eventSourceId: r.sourceId, backup: r.backup, deltaMs: r.deltaMs })),
    ...(split.id === null ? {} : { exceptSplitId: split.id }),
  }
  const preview = useQuery({ queryKey: ['copy_routes', event.id, draft.raceId, body], queryFn: () => copyRoutes(event.id, draft.raceId!, body, true), staleTime: 0, gcTime: 0, retry: false })
  const work = useMutation({
    mutationFn: () => copyRoutes(event.id, draft.raceId!, body, false),
    onSuccess: (done) => {
      toast([`${plural(done.changed.length, 'split', 'splits')} changed.`, rescoredWords(done.rescored)].filter(Boolean).join(' '))
      onClose()
    },
  })
  const n = preview.data?.changed.length ?? 0
  return (
    <Dialog
      title="Copy to similar splits"
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{n === 0 ? 'Close' : 'Cancel'}</Button>
          {n > 0 ? (
            <Button look="primary" busy={work.isPending} onPress={() => work.mutate()} autoFocus>
              {`Copy to ${plural(n, 'split', 'splits')}`}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={css.copy}>
        <p className={css.note}>{`Splits within ${SAME_PLACE} m of ‘${split.name}’ get the sources that they lack. None is taken away. This is done at once, whether or not the race is saved.`}</p>
        {preview.isPending ? <Skeleton rows={2} /> : null}
        {preview.data ? <Preview data={preview.data} sources={sources} /> : null}
        {preview.isError ? <Notice state="bad">{preview.error.message}</Notice> : null}
        {work.isError ? <Notice state="bad">{work.error.message}</Notice> : null}
      </div>
    </Dialog>
  )
}

function Preview({ data, sources }: { data: CopiedRoutes; sources: Editor['sources'] }) {
  if (data.changed.length === 0) return <p>No other split is at this place, or all of them have these sources already.</p>
  return (
    <Given
      headings={['Race', 'Split', 'Gets']}
      rows={data.changed.map((c) => ({ key: String(c.splitId), cells: [c.race, c.split, c.added.map((id) => sourceName(sources, id)).join(', ')] }))}
    />
  )
}
