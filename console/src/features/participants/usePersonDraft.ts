import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { undoable } from '../../api/actions.ts'
import { ApiError } from '../../api/http.ts'
import { isNew, keepPerson, savePerson, type SavedPerson } from '../../api/people.ts'
import type { ParticipantDetail } from '../../api/types.ts'
import { changesOf } from '../../lib/acted.ts'
import { changedElsewhere, changedFields, keepMine, setField, settled, shownFields, takeTheirs, type Draft } from '../../lib/draft.ts'
import { bodyOf, fieldOf, fieldsOf, NOBODY, tabOf, waveIn, type PersonFields } from './personFields.ts'
import type { Person } from './person.ts'
import type { Lookup } from './standing.ts'
import type { TabPath } from './tabNames.ts'

interface Props {
  raceEventId: number
  id: number | string
  detail: ParticipantDetail | undefined
  look: Lookup
  /** A field of another tab was refused. */
  goTo: (tab: TabPath) => void
  /** Somebody new has an id. */
  onCreated: (id: number) => void
}

interface Refusal { field: keyof PersonFields | ''; message: string }

const UNFINISHED = 'Fill in every part, or empty the field.'

/** What is being changed about one person, and saving it. Only what differs is sent, so that two people at it never lose what the other did. */
export function usePersonDraft({ raceEventId, id, detail, look, goTo, onCreated }: Props) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft<PersonFields>>({})
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [remarks, setRemarks] = useState<readonly string[]>([])
  const [half, setHalf] = useState<ReadonlySet<keyof PersonFields>>(new Set())
  const [busy, setBusy] = useState(false)
  const now = useMemo(() => (detail ? fieldsOf(detail) : NOBODY), [detail])
  const changed = changedFields(draft, now)
  const dirty = Object.keys(changed).length > 0 || half.size > 0

  const refuse = (field: keyof PersonFields | '', message: string) => {
    setRefusal({ field, message })
    if (field) goTo(tabOf(field))
  }
  const save = async () => {
    if (busy) return
    const [unfinished] = half
    const noNumber = (['age', 'waveWeight'] as const).find((key) => Number.isNaN(changed[key]))
    if (unfinished) return refuse(unfinished, UNFINISHED)
    if (noNumber) return refuse(noNumber, 'Give a number.')
    setBusy(true)
    setRefusal(null)
    try {
      const { person, editId, seq } = await savePerson(raceEventId, id, bodyOf(changed))
      keepPerson(client, raceEventId, person, seq)
      setDraft((d) => settled(d, changed))
      setRemarks(person.remarks)
      undoable(editId, savedWords(person, isNew(id)))
      if (isNew(id)) onCreated(person.id)
    } catch (e) {
      const message = e instanceof Error ? e.message : String(e)
      refuse(e instanceof ApiError ? (fieldOf(e.field) ?? '') : '', message.charAt(0).toUpperCase() + message.slice(1))
    } finally {
      setBusy(false)
    }
  }

  const set = <K extends keyof PersonFields>(key: K, value: PersonFields[K]) => {
    setRefusal((r) => (r?.field === key ? null : r))
    setDraft((d) => {
      let next = setField(d, now, key, value)
      // The waves of another race are not theirs.
      if (key === 'raceId') next = setField(next, now, 'waveId', waveIn(look.race.get(Number(value)), shownFields(next, now).waveId))
      return next
    })
  }
  const person: Person = {
    raceEventId,
    id,
    detail,
    look,
    shown: shownFields(draft, now),
    changed,
    elsewhere: changedElsewhere(draft, now),
    set,
    take: (key) => setDraft((d) => takeTheirs(d, key)),
    keep: (key) => setDraft((d) => keepMine(d, now, key)),
    error: (key) => (refusal?.field === key ? refusal.message : undefined),
    incomplete: (key, on) => setHalf((h) => (h.has(key) === on ? h : on ? new Set([...h, key]) : new Set([...h].filter((k) => k !== key)))),
  }
  const discard = () => {
    setDraft({})
    setRefusal(null)
    setHalf(new Set())
  }
  return { person, dirty, busy, save, discard, remarks, loose: refusal?.field === '' ? refusal.message : '' }
}

/** What a save did, in a sentence: who, and how their result changed with it. */
function savedWords(p: SavedPerson, added: boolean): string {
  const name = `${p.firstName} ${p.lastName}`.trim() || `Bib ${p.bib}`
  const own = p.people.find((a) => a.participantId === p.id)
  const effect = own ? changesOf(own).map((c) => `${c.what} ${c.was} → ${c.now}`) : []
  return [`${name} ${added ? 'added' : 'saved'}.`, effect.length > 0 ? `${effect.join(', ')}.` : ''].filter(Boolean).join(' ')
}
