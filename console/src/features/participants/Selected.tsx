import { UserCheck, X } from 'lucide-react'
import type { Participant } from '../../api/types.ts'
import { plural } from '../../lib/units.ts'
import { openWindow } from '../../lib/windows.ts'
import { Button } from '../../ui/Button.tsx'
import './windows.ts'
import css from './participants.module.css'

/** What can be done with the people who are chosen. */
export function Selected({ raceEventId, people, onClear }: { raceEventId: number; people: readonly Participant[]; onClear: () => void }) {
  return (
    <div className={css.selected} role="toolbar" aria-label="Chosen people">
      <strong role="status">{plural(people.length, 'person', 'people')} chosen</strong>
      <Button icon={<UserCheck aria-hidden />} onPress={() => openWindow('setStatus', { raceEventId, people })}>
        Set status…
      </Button>
      <Button look="quiet" icon={<X aria-hidden />} onPress={onClear}>
        Choose none
      </Button>
    </div>
  )
}
