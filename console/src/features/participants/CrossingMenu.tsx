import { useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal } from 'lucide-react'
import { actionsOn } from '../../api/crossingActions.ts'
import type { Crossing } from '../../api/types.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'

/** What can be done with one crossing of a person, behind a button. `of` says which one, for those who do not see the line. */
export function CrossingMenu({ crossing, of }: { crossing: Crossing; of: string }) {
  const client = useQueryClient()
  const items = actionsOn([crossing], crossing.raceEventId, client).map((a) => ({ id: a.id, label: a.label, why: a.why, run: a.run }))
  return (
    <Menu
      label={`Actions on ${of}`}
      trigger={
        <IconButton label={`Actions on ${of}`}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
      sections={[{ title: 'Crossing', items }]}
    />
  )
}
