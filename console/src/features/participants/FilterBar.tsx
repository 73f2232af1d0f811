import { ArrowUpDown, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Race } from '../../api/types.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckMenu } from '../../ui/CheckMenu.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Pill } from '../../ui/Pill.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Swatch } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { bandsOf, statusOptions } from './filter.ts'
import { joined, sortOf, sortText, valuesOf, withValue, type ParticipantsSearch } from './search.ts'
import css from './participants.module.css'

interface Props {
  view: ParticipantsSearch
  change: (how: (view: ParticipantsSearch) => ParticipantsSearch) => void
  races: readonly Race[]
  genders: readonly string[]
  /** What the list can be sorted by, for where it has no heads. */
  sorts: readonly { id: string; title: string; largestFirst?: boolean }[]
}

const more = [
  { key: 'bib', label: 'Bib begins with' },
  { key: 'last', label: 'Last name contains' },
  { key: 'first', label: 'First name contains' },
  { key: 'team', label: 'Team contains' },
] as const

const filters = ['q', 'race', 'gender', 'age', 'status', 'bib', 'first', 'last', 'team'] as const

/** The filters RES-6 in one line. Each that is active is lit and says what it lets through. */
export function FilterBar({ view, change, races, genders, sorts }: Props) {
  const set = (key: (typeof filters)[number], value: string) => change((v) => withValue(v, key, value))
  const chosen = valuesOf(view.race)
  const shownRaces = races.filter((r) => chosen.length === 0 || chosen.includes(String(r.id)))
  const toggleRace = (id: string) => set('race', joined(chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id]))
  const typed = more.filter((m) => view[m.key] !== undefined)
  const sort = sortOf(view)
  const sortItem = (s: Props['sorts'][number]) => ({
    id: s.id,
    label: s.title,
    detail: s.id === sort.id ? (sort.desc ? 'Largest first' : 'Smallest first') : undefined,
    run: () => change((v) => withValue(v, 'sort', sortText({ id: s.id, desc: s.id === sort.id ? !sort.desc : (s.largestFirst ?? false) }))),
  })
  const active = filters.filter((k) => view[k] !== undefined).length
  const clear = () => change((v) => filters.reduce((w, key) => withValue(w, key, ''), v))
  return (
    <div className={css.filters} role="group" aria-label="Filters">
      <div className={css.find}>
        <SearchField label="Find in list" placeholder="Find in list" value={String(view.q ?? '')} onChange={(q) => set('q', q)} />
      </div>
      <div className={css.sort}>
        <Menu label="Sort by" trigger={<Button icon={<ArrowUpDown aria-hidden />}>{sorts.find((s) => s.id === sort.id)?.title ?? 'Sort'}</Button>} sections={[{ title: 'Sort by', items: sorts.map(sortItem) }]} />
      </div>
      {races.length > 1
        ? races.map((race) => (
            <Pill key={race.id} isSelected={chosen.includes(String(race.id))} onChange={() => toggleRace(String(race.id))}>
              <Swatch color={race.color} />
              {race.name}
            </Pill>
          ))
        : null}
      <Choose label="Gender" items={genders.map((g) => ({ id: g, label: { M: 'Men', F: 'Women' }[g.toUpperCase()] ?? g }))} value={view.gender} onChange={(v) => set('gender', v)} />
      <Choose label="Age" items={bandsOf(shownRaces).map((b) => ({ id: b.label, label: b.label }))} value={view.age} onChange={(v) => set('age', v)} />
      <Choose label="Status" items={statusOptions} value={view.status} onChange={(v) => set('status', v)} />
      <Popover
        label="More filters"
        trigger={
          <Pill isSelected={typed.length > 0}>
            <SlidersHorizontal size={13} aria-hidden />
            {typed.length === 0 ? 'More' : typed.map((m) => `${m.label.split(' ', 1)[0]}: ${view[m.key]}`).join(', ')}
          </Pill>
        }
      >
        <div className={css.more}>
          {more.map((m) => (
            <TextField key={m.key} label={m.label} value={String(view[m.key] ?? '')} onChange={(v) => set(m.key, v)} autoComplete="off" />
          ))}
        </div>
      </Popover>
      {active > 0 ? (
        <Button look="quiet" icon={<X aria-hidden />} onPress={clear}>
          {active === 1 ? 'Clear filter' : `Clear ${active} filters`}
        </Button>
      ) : null}
    </div>
  )
}

function Choose({ label, items, value, onChange }: { label: string; items: readonly { id: string; label: string }[]; value: string | number | undefined; onChange: (value: string) => void }): ReactNode {
  return <CheckMenu label={label} items={items} selected={valuesOf(value)} onChange={(ids) => onChange(joined(ids))} />
}
