import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { sourceName, useEditor } from './editor.ts'
import { Given } from './Given.tsx'
import css from './races.module.css'
import type { Offer } from './similar.ts'

interface Props {
  offered: readonly Offer[]
  onTake: () => void
  onLeave: () => void
  onClose: () => void
}

/** Asked when a new race hears no source yet and other races have splits at its places. */
export function OfferDialog({ offered, onTake, onLeave, onClose }: Props) {
  const { sources } = useEditor()
  return (
    <Dialog
      title="Use the event sources of the other races?"
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onLeave}>Save without sources</Button>
          <Button look="primary" onPress={onTake} autoFocus>
            Use them and save
          </Button>
        </>
      }
    >
      <div className={css.copy}>
        <p className={css.note}>No source is tied to a split of this race yet. Splits at the same places have these:</p>
        <Given
          headings={['Split', 'Gets', 'As']}
          rows={offered.map((o) => ({ key: o.key, cells: [o.split, o.routes.map((r) => sourceName(sources, r.sourceId)).join(', '), o.from] }))}
        />
      </div>
    </Dialog>
  )
}
