import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { isNew } from '../../api/people.ts'
import { queries } from '../../api/queries.ts'
import type { Participant, ParticipantDetail } from '../../api/types.ts'
import { rowOf } from '../../live/rows.ts'
import { rememberParticipant } from '../../lib/preferences.ts'
import { count, shortBib } from '../../lib/units.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ScreenGuard } from '../../ui/ScreenGuard.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { StatusBadge } from './columns.tsx'
import { useNeighbours } from './neighbours.ts'
import { PersonContext } from './person.ts'
import { unsavedWords } from './personFields.ts'
import { lookupOf, waveOf, type Lookup } from './standing.ts'
import { PersonTabs } from './tabs.tsx'
import { usePersonDraft } from './usePersonDraft.ts'
import css from './participant.module.css'
import form from './person.module.css'

interface Props {
  raceEventId: number
  id: number | string
  /** The tab that the address names. */
  children: ReactNode
}

/** One person beside the list: who they are at once, from the row; the rest as soon as it is known, on its tabs. */
export function ParticipantScreen(props: Props) {
  // What is being changed belongs to one person alone.
  return <Opened key={props.id} {...props} />
}

function Opened({ raceEventId, id, children }: Props) {
  const fresh = isNew(id)
  const known = useQuery({ ...queries.participant(raceEventId, Number(id)), enabled: !fresh })
  const people = useQuery(queries.participants(raceEventId))
  const event = useQuery(queries.event(raceEventId))
  const look = useMemo(() => lookupOf(event.data), [event.data])
  const detail = fresh || known.data?.id !== id ? undefined : known.data
  const row: Participant | undefined = fresh ? undefined : (rowOf(people.data, id) ?? detail)
  const { index, total, go, close } = useNeighbours()
  const goToTab = useGoToTab(raceEventId)
  const draft = usePersonDraft({ raceEventId, id, detail, look, goTo: (tab) => goToTab(id, tab), onCreated: (now) => goToTab(now, 'details') })
  useEffect(() => {
    if (typeof id === 'number') rememberParticipant(raceEventId, id)
  }, [raceEventId, id])

  const article = useRef<HTMLElement>(null)
  // Come from another screen, while this one was still being loaded.
  useEffect(() => {
    if (document.activeElement?.id === 'main') article.current?.focus({ preventScroll: true })
  }, [])
  useKeys({ j: () => go(1), k: () => go(-1), Escape: close })
  const name = row ? `${row.firstName} ${row.lastName}` : fresh ? 'New participant' : 'Participant'

  return (
    // The handler only hears of Enter in the fields inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article className={css.person} ref={article} tabIndex={-1} aria-label={name} onKeyDown={onEnter(() => draft.dirty && void draft.save())}>
      <div className={css.bar}>
        <span className={css.where}>{fresh || index < 0 ? (total > 0 && !fresh ? 'Not in this list' : '') : `${count(index + 1)} of ${count(total)}`}</span>
        <IconButton label="Previous" keys="K" isDisabled={index <= 0} onPress={() => go(-1)}>
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton label="Next" keys="J" isDisabled={index < 0 || index >= total - 1} onPress={() => go(1)}>
          <ChevronDown aria-hidden />
        </IconButton>
        <IconButton label="Close" keys="Esc" onPress={close}>
          <X aria-hidden />
        </IconButton>
      </div>
      {row ? <Who p={row} look={look} /> : null}
      {fresh ? <NewHead shown={draft.person.shown} /> : null}
      <PersonTabs raceEventId={raceEventId} id={id} />
      {draft.loose || draft.remarks.length > 0 ? (
        <div className={form.notice}>
          {draft.loose ? <Notice state="bad">{draft.loose}</Notice> : null}
          {draft.remarks.map((r) => (
            <Notice key={r} state="warn">
              {r}.
            </Notice>
          ))}
        </div>
      ) : null}
      <PersonContext value={draft.person}>
        <div className={form.body}>{detail || fresh ? children : <Waiting error={known.error} there={row !== undefined} retry={() => void known.refetch()} />}</div>
      </PersonContext>
      {draft.dirty || fresh ? (
        <footer className={form.foot}>
          <p role="status">{draft.dirty ? `Not saved: ${unsavedWords(draft.person.changed)}` : 'A name or a bib is needed.'}</p>
          <Button onPress={fresh ? close : draft.discard}>{fresh ? 'Cancel' : 'Discard'}</Button>
          <Button look="primary" busy={draft.busy} isDisabled={!draft.dirty} onPress={() => void draft.save()}>
            {fresh ? 'Add' : 'Save'}
          </Button>
        </footer>
      ) : null}
      <ScreenGuard dirty={draft.dirty} survives={(path) => path.split('/').slice(1, 4).join('/') === `${raceEventId}/participants/${id}`} />
    </article>
  )
}

function useGoToTab(raceEventId: number) {
  const navigate = useNavigate()
  return (id: number | string, tab: string) =>
    void navigate({ to: `/${raceEventId}/participants/${id}${tab ? `/${tab}` : ''}` as never, search: ((now: object) => now) as never, replace: true, ignoreBlocker: typeof id === 'number' && tab === 'details' } as never)
}

function Waiting({ error, there, retry }: { error: Error | null; there: boolean; retry: () => void }) {
  if (!error) return <Skeleton rows={9} label="Loading the performance" />
  return (
    <EmptyState title={there ? 'This person could not be loaded' : 'Nobody with this number in this event'} action={<Button onPress={retry}>Try again</Button>}>
      {error.message}
    </EmptyState>
  )
}

function NewHead({ shown }: { shown: { bib: string; firstName: string; lastName: string } }) {
  return (
    <header className={css.who}>
      <b className={`${css.bib} ${css.noColor}`}>{shortBib(shown.bib)}</b>
      <div className={css.name}>
        <h1>{`${shown.firstName} ${shown.lastName}`.trim() || 'New participant'}</h1>
        <p>Not saved yet</p>
      </div>
    </header>
  )
}

function Who({ p, look }: { p: Participant | ParticipantDetail; look: Lookup }) {
  const race = look.race.get(p.raceId)
  const wave = waveOf(p, race)
  const facts = [[p.gender, p.age].filter(Boolean).join(' '), [p.city, p.state].filter(Boolean).join(', '), race?.name, wave && (/^\d+$/.test(wave) ? `Wave ${wave}` : wave), p.teamName]
  return (
    <header className={css.who}>
      <b className={`${css.bib} ${race?.color ? '' : css.noColor}`} style={race?.color ? { borderLeftColor: race.color } : undefined}>
        {shortBib(p.bib)}
      </b>
      <div className={css.name}>
        <h1>
          {p.firstName} {p.lastName}
        </h1>
        <p>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <StatusBadge p={p} />
      {p.notes ? <p className={css.notes}>{p.notes}</p> : null}
    </header>
  )
}

/** Enter in a field of the form saves it, as in a window (UI-6). */
function onEnter(save: () => void) {
  return (e: KeyboardEvent<HTMLElement>) => {
    if (e.key !== 'Enter' || e.defaultPrevented || e.altKey) return
    const at = e.target as HTMLElement
    if (!e.currentTarget.contains(at) || !at.closest('input, [role="spinbutton"]')) return
    e.preventDefault()
    save()
  }
}

/** Keys that hold for the whole screen, but not while somebody types or a dialog or menu is open. */
function useKeys(keys: Record<string, () => void>) {
  const act = useEffectEvent((e: KeyboardEventOfPage) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return
    const at = e.target instanceof Element ? e.target : null
    if (at?.closest('input, textarea, select, [contenteditable], [role=spinbutton], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return
    const does = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key]
    if (!does) return
    e.preventDefault()
    does()
  })
  useEffect(() => {
    const listen = (e: KeyboardEventOfPage) => act(e)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

type KeyboardEventOfPage = globalThis.KeyboardEvent
