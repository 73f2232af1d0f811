import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { sourceName, useEditor } from './editor.ts'
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
        <table className={css.copied}>
          <thead>
            <tr>
              <th scope="col">Split</th>
              <th scope="col">Gets</th>
              <th scope="col">As</th>
            </tr>
          </thead>
          <tbody>
            {offered.map((o) => (
              <tr key={o.key}>
                <td>{o.split}</td>
                <td>{o.routes.map((r) => sourceName(sources, r.sourceId)).join(', ')}</td>
                <td>{o.from}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
