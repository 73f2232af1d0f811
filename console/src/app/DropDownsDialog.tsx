import { dropDowns } from '../api/bulk.ts'
import { plural } from '../lib/units.ts'
import { AutomaticDialog } from './AutomaticDialog.tsx'
import type { EventProps } from './windows.ts'

/** Moves whoever stopped but finished a shorter race into that race. The words of the question are given (LIVE-10). */
export default function DropDownsDialog({ event, onClose }: EventProps & { onClose: () => void }) {
  return (
    <AutomaticDialog
      event={event}
      title="Drop-downs"
      question="Change races for all unfinished participants?"
      text="Whoever is DNF, or has no finish after the cutoff, and whose reads finish a shorter race goes there with status OK. Nobody who is still racing is touched, and no read is changed."
      nobody="Nobody: the reads of no unfinished participant finish a shorter race."
      button={(n) => (n === 0 ? 'Change races' : `Change the race of ${plural(n, 'person', 'people')}`)}
      act={dropDowns}
      onClose={onClose}
    />
  )
}
