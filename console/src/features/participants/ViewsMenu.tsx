import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { usePreference } from '../../lib/preferences.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ParticipantsSearch } from './search.ts'
import { currentView, renamedView, withoutView, withView } from './views.ts'
import css from './dialogs.module.css'

interface Props {
  view: ParticipantsSearch
  onApply: (view: ParticipantsSearch) => void
}

/** Named views of the list: filters, order and columns under a name, kept on this browser. */
export function ViewsMenu({ view, onApply }: Props) {
  const [views] = usePreference('participantViews')
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
        <Views
          view={view}
          onApply={(v) => {
            onApply(v)
            close()
          }}
          onSaved={close}
        />
      )}
    </Popover>
  )
}

function Views({ view, onApply, onSaved }: Props & { onSaved: () => void }) {
  const [views, setViews] = usePreference('participantViews')
  const [name, setName] = useState('')
  const [renaming, setRenaming] = useState<{ from: string; to: string } | null>(null)
  const now = currentView(views, view)
  const rename = () => {
    if (renaming) setViews(renamedView(views, renaming.from, renaming.to))
    setRenaming(null)
  }
  const save = () => {
    if (name.trim() === '') return
    setViews(withView(views, name, view))
    onSaved()
  }
  return (
    <div className={css.views}>
      {views.length === 0 ? <p className={css.none}>Give the filters, the order and the columns as they are now a name, to come back to them at once.</p> : null}
      {views.map((v) =>
        renaming?.from === v.name ? (
          <div key={v.name} className={css.view}>
            <div className={css.rename}>
              <TextField label={`New name of ${v.name}`} hideLabel autoFocus value={renaming.to} onChange={(to) => setRenaming({ ...renaming, to })} onKeyDown={(e) => e.key === 'Enter' && rename()} />
            </div>
            <Button onPress={rename}>Rename</Button>
          </div>
        ) : (
          <div key={v.name} className={css.view}>
            <Button look="quiet" onPress={() => onApply(v.search)} aria-current={v === now ? 'true' : undefined}>
              {v.name}
            </Button>
            <IconButton label={`Rename ${v.name}`} onPress={() => setRenaming({ from: v.name, to: v.name })}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={`Delete ${v.name}`} onPress={() => setViews(withoutView(views, v.name))}>
              <Trash2 aria-hidden />
            </IconButton>
          </div>
        ),
      )}
      <div className={css.save}>
        <TextField label="Save this view as" value={name} onChange={setName} autoComplete="off" onKeyDown={(e) => e.key === 'Enter' && save()} />
        <Button look="primary" isDisabled={name.trim() === ''} onPress={save}>
          Save
        </Button>
      </div>
    </div>
  )
}
