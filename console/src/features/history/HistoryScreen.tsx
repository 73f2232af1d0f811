import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { queries } from '../../api/queries.ts'
import { rowOf } from '../../live/rows.ts'
import { shortBib } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { PersonPicker } from '../../ui/PersonPicker.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { HistoryList } from './HistoryList.tsx'
import css from './history.module.css'
import type { HistorySearch } from './historySearch.ts'
import { sentence } from './words.ts'

interface Props {
  raceEventId: number
  search: HistorySearch
  onSearch: (search: HistorySearch) => void
}

/** The journal of an event: everything that anybody changed, narrowed by person, kind and who did it, with undo. */
export function HistoryScreen({ raceEventId, search, onSearch }: Props) {
  const event = useQuery(queries.event(raceEventId))
  const choices = useQuery(queries.editChoices(raceEventId))
  const any = (label: string, list: readonly string[], now: string | undefined) => [
    { value: '', label },
    ...[...new Set([...list, ...(now ? [now] : [])])].map((v) => ({ value: v, label: sentence(v) })),
  ]
  const set = (more: { [K in keyof HistorySearch]?: HistorySearch[K] | undefined }) => onSearch(Object.fromEntries(Object.entries({ ...search, ...more }).filter(([, v]) => v !== undefined)) as HistorySearch)
  const active = Object.keys(search).length
  return (
    <section className={css.screen} aria-labelledby="history-title">
      <h1 id="history-title">History</h1>
      <div className={css.filters} role="group" aria-label="Filters">
        <Who raceEventId={raceEventId} person={search.person} onPerson={(person) => set({ person })} />
        <SelectField label="Kind" hideLabel value={search.kind ?? ''} options={any('Every kind', choices.data?.kinds ?? [], search.kind)} onChange={(kind) => set({ kind: kind || undefined })} />
        <SelectField label="Done by" hideLabel value={search.user ?? ''} options={any('By anybody', choices.data?.users ?? [], search.user)} onChange={(user) => set({ user: user || undefined })} />
        {active > 0 ? (
          <Button look="quiet" icon={<X aria-hidden />} onPress={() => onSearch({})}>
            {active === 1 ? 'Clear filter' : `Clear ${active} filters`}
          </Button>
        ) : null}
      </div>
      <HistoryList raceEventId={raceEventId} zone={event.data?.timezone ?? 'UTC'} filter={search} empty={active > 0 ? 'No entry matches these filters' : 'Nothing has been changed yet'} />
    </section>
  )
}

/** The person whose entries are shown. */
function Who({ raceEventId, person, onPerson }: { raceEventId: number; person: number | undefined; onPerson: (id: number | undefined) => void }) {
  const people = useQuery(queries.participants(raceEventId))
  const event = useQuery(queries.event(raceEventId))
  const chosen = person === undefined ? undefined : rowOf(people.data, person)
  const races = useMemo(() => new Map(event.data?.races.map((r) => [r.id, r])), [event.data])
  const name = chosen ? `#${shortBib(chosen.bib)} ${chosen.firstName} ${chosen.lastName}` : person === undefined ? 'Everybody' : `Participant ${person}`
  return (
    <Popover label="Person" trigger={<Pill isSelected={person !== undefined}>{name}</Pill>}>
      {(close) => (
        <div className={css.picker}>
          <PersonPicker
            label="People"
            autoFocus
            people={people.data?.rows ?? []}
            chosen={person ?? null}
            words={(p) => ({ detail: races.get(p.raceId)?.name ?? '', color: races.get(p.raceId)?.color ?? '' })}
            onChoose={(id) => id !== null && onPerson(id)}
          />
          <div className={css.pick}>
            <Button
              onPress={() => {
                onPerson(undefined)
                close()
              }}
            >
              Everybody
            </Button>
            <Button look="primary" onPress={close}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Popover>
  )
}
