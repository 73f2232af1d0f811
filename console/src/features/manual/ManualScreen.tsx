import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { queries } from '../../api/queries.ts'
import type { RaceEvent } from '../../api/types.ts'
import { usePreference } from '../../lib/preferences.ts'
import { count, plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Notice } from '../../ui/Status.tsx'
import { BibBox } from './BibBox.tsx'
import { EntryList } from './EntryList.tsx'
import { type Entry, putEntries, useEntries, useLasting } from './entries.ts'
import css from './manual.module.css'
import { queueEntries, useOutboxState, useSaved } from './outbox.ts'
import { SavedList } from './SavedList.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { useEntry } from './useEntry.ts'
import { WallClock } from './WallClock.tsx'

/** Times by hand: a bib and Enter, or the time first and the bib later; kept on this browser until the server has them (XING-18, PAGE-17, A-130). */
export function ManualScreen({ raceEventId }: { raceEventId: number }) {
  const event = useQuery(queries.event(raceEventId))
  useEffect(() => {
    document.title = 'Manual Time · Race Control'
  }, [])
  if (event.data) return <Desk event={event.data} />
  return <div className={css.screen}>{event.error ? <Notice state="bad">{event.error.message}</Notice> : <Skeleton rows={8} label="Loading the event" />}</div>
}

function Desk({ event }: { event: RaceEvent }) {
  const [sourceId, chooseSource] = useSource(event)
  const all = useEntries()
  const entries = useMemo(() => all.filter((e) => e.raceEventId === event.id), [all, event.id])
  const { data: people } = useQuery(queries.participants(event.id))
  const { data: sources } = useQuery(queries.sources())
  const [removed, setRemoved] = useState<Entry | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const box = useEntry({ raceEventId: event.id, sourceId, zone: event.timezone, entries, onRemove: setRemoved, input })
  const saves = useSaved().length
  const ready = entries.filter((e) => e.state === 'draft' && e.bib !== '' && e.sourceId > 0)

  const save = () => {
    setRemoved(null)
    queueEntries(ready)
    box.choose(undefined)
  }
  const choose = (id: number) => {
    chooseSource(id)
    // Times that were kept before a source was chosen are of this one.
    putEntries(entries.filter((e) => e.sourceId === 0).map((e) => ({ ...e, sourceId: id })))
    box.focus()
  }
  const putBack = (e: Entry) => {
    putEntries([e])
    setRemoved(null)
    box.focus()
  }

  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>Manual Time</h1>
        <SourceChoice event={event} sources={sources?.rows} value={sourceId} onChoose={choose} />
        <WallClock zone={event.timezone} />
      </header>
      <div className={css.desk}>
        <BibBox box={box} input={input} event={event} people={people} sourceId={sourceId} entries={entries} saves={saves} onSave={save} />
        <section className={css.lists} aria-label="Entered times">
          <Troubles />
          <div className={css.listHead}>
            <h2>{entries.length === 0 ? 'Unsent' : `Unsent (${count(entries.length)})`}</h2>
            <Elsewhere n={all.length - entries.length} />
            <Sending />
            <Button look="primary" isDisabled={ready.length === 0} onPress={save}>
              {ready.length === 0 ? 'Save' : `Save ${plural(ready.length, 'time', 'times')}`}
            </Button>
            <span className={css.keys}>
              <Kbd keys="Mod Enter" />
            </span>
          </div>
          {removed ? <Removed entry={removed} onBack={putBack} /> : null}
          <EntryList entries={entries} event={event} sources={sources?.rows} people={people} sourceId={sourceId} box={box} saves={saves} />
          <SavedList raceEventId={event.id} zone={event.timezone} onTakenBack={box.focus} />
        </section>
      </div>
    </div>
  )
}

/** The remembered source, when it is still there; else the only one that the event's races use. */
function useSource(event: RaceEvent): [number, (id: number) => void] {
  const [stored, setStored] = usePreference('manualSourceId')
  const { data: sources } = useQuery(queries.sources())
  const used = new Set(event.races.flatMap((r) => [...r.roamingESIDs, ...r.splits.flatMap((s) => s.eventRoutes.map((e) => e.eventSourceId))]))
  const there = (id: number) => sources === undefined || sources.rows.some((s) => s.id === id && !s.deleted)
  if (stored > 0 && there(stored)) return [stored, setStored]
  return [used.size === 1 ? [...used][0]! : 0, setStored]
}

function Removed({ entry, onBack }: { entry: Entry; onBack: (e: Entry) => void }) {
  return (
    <p className={css.removed} role="status">
      Removed {entry.bib === '' ? 'a time without a bib' : `the time of ${entry.bib}`}.{' '}
      <Button look="quiet" onPress={() => onBack(entry)}>
        Put it back
      </Button>
    </p>
  )
}

function Elsewhere({ n }: { n: number }) {
  return n > 0 ? <span className={css.quiet}>and {count(n)} of other events</span> : null
}

function Sending() {
  const state = useOutboxState()
  const waiting = useEntries().filter((e) => e.state !== 'draft').length
  if (waiting === 0) return null
  return (
    <span className={css.sending} role="status">
      {state === 'sending' ? `Sending ${count(waiting)}…` : `${count(waiting)} waiting for the server`}
    </span>
  )
}

function Troubles() {
  const lasting = useLasting()
  return lasting ? null : <Notice state="bad">This browser keeps nothing. Save often: what is not sent is lost when this page is closed.</Notice>
}
