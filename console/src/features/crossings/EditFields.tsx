import type { TextFieldProps } from 'react-aria-components'
import type { Participant, Race } from '../../api/types.ts'
import { zoneName } from '../../lib/time.ts'
import { distance, distanceUnit, shortBib } from '../../lib/units.ts'
import { usePreference } from '../../lib/preferences.ts'
import { parseWall, wallText } from '../../lib/wallClock.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Swatch } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Draft, Faults } from './draft.ts'
import { repeats, type Lookup } from './lookup.ts'
import css from './dialogs.module.css'

interface Props {
  draft: Draft
  change: (part: Partial<Draft>) => void
  faults: Faults
  person: Participant | undefined
  race: Race | undefined
  look: Lookup
  /** The day of a time without one. */
  near: number
  onPick: () => void
}

const VALID = [{ value: 'scored', label: 'As scored' }, { value: 'yes', label: 'Valid' }, { value: 'no', label: 'Not valid' }] as const

/** The fields of a crossing. Arrows in the time step by a second, with shift by ten. */
export function EditFields({ draft, change, faults, person, race, look, near, onPick }: Props) {
  const [miles] = usePreference('wantsMiles')
  const at = parseWall(draft.time, look.zone, near)
  const step: TextFieldProps['onKeyDown'] = (e) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[e.key]
    if (!way || at === null) return e.continuePropagation()
    e.preventDefault()
    change({ time: wallText(at + way * (e.shiftKey ? 10_000 : 1_000), look.zone) })
  }
  const splits = (race?.splits ?? []).toSorted((a, b) => a.distance - b.distance)
  const sources = look.sources.some((s) => s.id === draft.sourceId) || draft.sourceId === 0 ? look.sources : [...look.sources, ...[look.source.get(draft.sourceId)].flatMap((s) => s ?? [])]
  return (
    <div className={css.form}>
      <div className={css.wide}>
        <p className={css.who}>
          <Swatch color={race?.color ?? ''} />
          {person ? <b>{shortBib(person.bib)}</b> : null}
          <span>{person ? `${person.firstName} ${person.lastName}`.trim() : 'Unknown Participant'}</span>
          <span className={css.dim}>{person ? race?.name : ''}</span>
          <Button onPress={onPick}>{person ? 'Somebody else…' : 'Choose…'}</Button>
        </p>
        {faults.participantId ? <Notice>{faults.participantId}</Notice> : null}
      </div>
      <TextField label="Time" verbatim autoComplete="off" value={draft.time} onChange={(time) => change({ time })} onKeyDown={step} error={faults.timestamp} hint={`${zoneName(at ?? near, look.zone)}, to the millisecond`} />
      <SelectField
        label="Event source"
        value={String(draft.sourceId)}
        options={[...(draft.sourceId === 0 ? [{ value: '0', label: 'Choose an Event Source' }] : []), ...sources.map((s) => ({ value: String(s.id), label: s.name }))]}
        onChange={(v) => change({ sourceId: Number(v) })}
        error={faults.eventSourceId}
      />
      <SelectField
        label="Split"
        value={String(draft.splitId)}
        options={[{ value: '0', label: 'Automatic' }, ...splits.map((s) => ({ value: String(s.id), label: `${s.name} (${distance(s.distance, miles)} ${distanceUnit(miles)})` }))]}
        onChange={(v) => change({ splitId: Number(v) })}
        hint={draft.splitId ? 'Locked: scoring will not move it.' : 'Scoring finds it from the reads around.'}
        isDisabled={splits.length === 0}
      />
      {draft.splitId && repeats(race) ? <NumberField label="Lap" value={draft.lap} min={1} onChange={(lap) => change({ lap })} error={faults.loopId} /> : <span />}
      <div className={css.wide}>
        <Choice label="Valid" value={draft.valid} options={VALID} onChange={(valid) => change({ valid })} />
      </div>
      <div className={css.wide}>
        <TextField label="Why" value={draft.why} onChange={(why) => change({ why })} autoComplete="off" hint="Kept in the history." />
      </div>
    </div>
  )
}

function Notice({ children }: { children: string }) {
  return (
    <span className={css.fault} role="alert">
      {children}
    </span>
  )
}
