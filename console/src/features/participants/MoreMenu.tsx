import { FileUp, MoreHorizontal } from 'lucide-react'
import { openWindow } from '../../lib/windows.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'

/** What can be done with the whole roster. */
export function MoreMenu({ raceEventId }: { raceEventId: number }) {
  const sections = [
    {
      title: 'Roster',
      items: [{ id: 'import', label: 'Import / Update Participants', icon: <FileUp />, run: () => openWindow('importParticipants', { raceEventId }) }],
    },
  ]
  return <Menu label="More actions" trigger={<Button icon={<MoreHorizontal aria-hidden />} aria-label="More actions">More</Button>} sections={sections} />
}
