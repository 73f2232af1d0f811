import { X } from 'lucide-react'
import type { Crossing } from '../../api/types.ts'
import { plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import type { Action } from '../../api/crossingActions.ts'
import css from './crossings.module.css'

/** What can be done with the rows that are chosen. */
export function SelectionBar({ crossings, actions, onClear }: { crossings: readonly Crossing[]; actions: Action[]; onClear: () => void }) {
  return (
    <div className={css.bar} role="toolbar" aria-label="Chosen crossings">
      <strong role="status">{plural(crossings.length, 'crossing', 'crossings')} chosen</strong>
      {actions
        .filter((a) => !a.why)
        .map((a) => (
          <Button key={a.id} onPress={a.run} after={<Kbd keys={a.key.toUpperCase()} />}>
            {a.label}
          </Button>
        ))}
      <Button look="quiet" icon={<X aria-hidden />} onPress={onClear}>
        Choose none
      </Button>
    </div>
  )
}
