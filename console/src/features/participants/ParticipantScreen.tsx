import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { queries } from '../../api/queries.ts'
import type { Participant } from '../../api/types.ts'
import { rowOf } from '../../live/rows.ts'
import { rememberParticipant } from '../../lib/preferences.ts'
import { count, shortBib } from '../../lib/units.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from './columns.tsx'
import { useNeighbours } from './neighbours.ts'
import { Performance } from './Performance.tsx'
import { lookupOf, waveOf, type Lookup } from './standing.ts'
import css from './participant.module.css'

/** One person beside the list: who they are at once, from the row; how they ran as soon as it is known. */
export function ParticipantScreen({ raceEventId, id }: { raceEventId: number; id: number }) {
  const detail = useQuery(queries.participant(raceEventId, id))
  const people = useQuery(queries.participants(raceEventId))
  const event = useQuery(queries.event(raceEventId))
  const look = useMemo(() => lookupOf(event.data), [event.data])
  const person: Participant | undefined = rowOf(people.data, id) ?? detail.data
  const { index, total, go, close } = useNeighbours()

  useEffect(() => rememberParticipant(raceEventId, id), [raceEventId, id])
  const article = useRef<HTMLElement>(null)
  // Come from another screen, while this one was still being loaded.
  useEffect(() => {
    if (document.activeElement?.id === 'main') article.current?.focus({ preventScroll: true })
  }, [])
  useKeys({ j: () => go(1), k: () => go(-1), Escape: close })

  return (
    <article className={css.person} ref={article} tabIndex={-1} aria-label={person ? `${person.firstName} ${person.lastName}` : 'Participant'}>
      <div className={css.bar}>
        <span className={css.where}>{index < 0 ? (total > 0 ? 'Not in this list' : '') : `${count(index + 1)} of ${count(total)}`}</span>
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
      {person ? <Who p={person} look={look} /> : null}
      {detail.data && detail.data.id === id ? (
        <Performance person={detail.data} look={look} />
      ) : detail.error ? (
        <EmptyState title={person ? 'This performance could not be loaded' : 'Nobody with this number in this event'} action={<Button onPress={() => void detail.refetch()}>Try again</Button>}>
          {detail.error.message}
        </EmptyState>
      ) : (
        <Skeleton rows={9} label="Loading the performance" />
      )}
    </article>
  )
}

function Who({ p, look }: { p: Participant; look: Lookup }) {
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

/** Keys that hold for the whole screen, but not while somebody types or a dialog or menu is open. */
function useKeys(keys: Record<string, () => void>) {
  const act = useEffectEvent((e: KeyboardEvent) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return
    const at = e.target instanceof Element ? e.target : null
    if (at?.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]')) return
    const does = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key]
    if (!does) return
    e.preventDefault()
    does()
  })
  useEffect(() => {
    const listen = (e: KeyboardEvent) => act(e)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
