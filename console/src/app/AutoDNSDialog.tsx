import { autoDNS } from '../api/bulk.ts'
import { plural } from '../lib/units.ts'
import { AutomaticDialog } from './AutomaticDialog.tsx'
import type { EventProps } from './windows.ts'

/** Sets whoever did not start to DNS. */
export default function AutoDNSDialog({ event, onClose }: EventProps & { onClose: () => void }) {
  return (
    <AutomaticDialog
      event={event}
      title="Automatic DNS"
      text="Whoever’s start is past and of whom there is no read and no sighting gets the status DNS. Waves that have not started are left alone. A later read takes it back by itself."
      nobody="Nobody: everybody whose start is past has been seen."
      button={(n) => (n === 0 ? 'Set DNS' : `Set ${plural(n, 'person', 'people')} to DNS`)}
      act={autoDNS}
      onClose={onClose}
    />
  )
}
