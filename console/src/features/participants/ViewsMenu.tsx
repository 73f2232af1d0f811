import { Bookmark } from 'lucide-react'
import { usePreference } from '../../lib/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { ParticipantsSearch } from './search.ts'
import { currentView, withView } from './views.ts'

interface Props {
  view: ParticipantsSearch
  onApply: (view: ParticipantsSearch) => void
}

/** Named views of the list: filters, order and columns under a name, kept on this browser. */
export function ViewsMenu({ view, onApply }: Props) {
  const [views, setViews] = usePreference('participantViews')
  const now = currentView(views, view)
  return (
    <Popover
      label="Views"
      trigger={
        <Button icon={<Bookmark aria-hidden />} aria-label={now ? `View: ${now.name}` : 'Views'}>
          {now?.name ?? 'Views'}
        </Button>
      }
    >
      {(close) => (
        <NamedList
          items={views}
          current={now}
          onApply={(v) => {
            onApply(v.search)
            close()
          }}
          onChange={setViews}
          saveAs="Save this view as"
          onSave={(name) => {
            setViews(withView(views, name, view))
            close()
          }}
          empty="Give the filters, the order and the columns as they are now a name, to come back to them at once."
        />
      )}
    </Popover>
  )
}
