import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useModal, View } from '../../ui/ModalStack.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Avatar } from './Avatar.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import css from './editor.module.css'
import { type EventFields, tabOf } from './eventFields.ts'
import { OptionsTab } from './OptionsTab.tsx'
import { RacesTab } from './RacesTab.tsx'
import type { EventDraft } from './useEventDraft.ts'
import type { useSaveEvent } from './useSaveEvent.ts'

// Dates and counts weigh more than the rest of the editor.
const ShirtsTab = lazy(() => import('./ShirtsTab.tsx'))

interface Props {
  id: number | null
  draft: EventDraft
  saving: ReturnType<typeof useSaveEvent>
  held: File | null
  onPicture: (picture: File) => Promise<void>
  onSave: () => void
  /** The shirt cutoff is half filled in. */
  onIncomplete: (incomplete: boolean) => void
}

/** What every tab of the form gets. */
export interface TabProps {
  draft: EventDraft
  /** What was refused about a field of this tab. */
  error: (field: string) => string | undefined
}

/** Avatar, name and slug, and below them the tabs Races, Shirts and Options (EVT-6 … EVT-8). */
export function EventForm({ id, draft: given, saving, held, onPicture, onSave, onIncomplete }: Props) {
  const { close } = useModal()
  const [chosen, setTab] = useState<string>('races')
  const [seen, setSeen] = useState(saving.refusal)
  // A refusal opens the tab that holds its field, once.
  if (saving.refusal !== seen) {
    setSeen(saving.refusal)
    const tab = saving.refusal && tabOf(saving.refusal.field)
    if (tab) setTab(tab)
  }
  const draft: EventDraft = {
    ...given,
    set: (key, value) => {
      saving.touched(wireName(key))
      given.set(key, value)
    },
  }
  const error = (field: string) => (saving.refusal?.field === field ? saving.refusal.message : undefined)
  const loose = saving.refusal && tabOf(saving.refusal.field) === undefined ? saving.refusal.message : ''
  const { shown, elsewhere } = draft
  return (
    <View
      flush
      title={id === null ? 'New Event' : 'Event Details'}
      isLoading={given.loading}
      controls={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button look="primary" busy={saving.busy} isDisabled={!!given.problem} onPress={onSave}>
            Save
          </Button>
        </>
      }
    >
      {given.problem ? <Notice state="bad">{given.problem}</Notice> : null}
      {loose ? (
        <div className={css.notice}>
          <Notice state="bad">{loose}</Notice>
        </div>
      ) : null}
      <div className={css.top}>
        <Avatar src={given.event?.avatarUrl ?? ''} held={held} error={error('logo')} onChoose={onPicture} />
        <div className={css.fields}>
          <div>
            <TextField label="Name" autoFocus value={shown.name} onChange={(v) => draft.set('name', v)} error={error('name')} />
            <Elsewhere theirs={elsewhere.name} onTake={() => draft.take('name')} />
          </div>
          <div>
            <TextField label="Slug" verbatim value={shown.slug} onChange={(v) => draft.set('slug', v)} error={error('slug')} />
            <Elsewhere theirs={elsewhere.slug} onTake={() => draft.take('slug')} />
          </div>
        </div>
      </div>
      <div className={css.tabs}>
        <Tabs
          label="Event"
          selected={chosen}
          onSelect={setTab}
          tabs={[
            { id: 'races', title: 'Races', body: <RacesTab event={given.event} zone={shown.timezone} /> },
            { id: 'shirts', title: 'Shirts', body: <Suspense fallback={<Skeleton />}><ShirtsTab draft={draft} error={error} onIncomplete={onIncomplete} /></Suspense> },
            { id: 'options', title: 'Options', body: <OptionsTab draft={draft} error={error} /> },
          ]}
        />
      </div>
    </View>
  )
}

/** How a refusal names a field of the form. */
function wireName(key: keyof EventFields): string {
  if (key === 'unisex' || key === 'wsizedown') return `shirtCounts.${key}`
  if (key === 'feedUrl') return 'posIngressOpts.url'
  if (key === 'feedPoll') return 'posIngressOpts.pollfreq'
  return key.startsWith('size.') ? `shirtCounts.sizes.${key.slice(5)}` : key
}
