import { clock, dateTime, zoneName } from '../../lib/time.ts'
import { DateTimeField } from '../../ui/DateTimeField.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Edited } from './Edited.tsx'
import { usePerson } from './person.ts'
import { PersonText } from './PersonText.tsx'
import css from './person.module.css'

const PREFERENCES = [
  { value: '', label: 'None' },
  { value: 'early+', label: 'Early, if at all possible' },
  { value: 'early', label: 'Early' },
  { value: 'late', label: 'Late' },
  { value: 'late+', label: 'Late, if at all possible' },
]

/** When somebody starts, and what they asked for (A-132, WAVE-8). */
export default function WaveTab() {
  const { shown, set, error, incomplete, look } = usePerson()
  const race = look.race.get(shown.raceId)
  const name = (id: number) => race?.waves.waves.find((w) => w.id === id)?.name ?? 'No wave'
  const waves = (race?.waves.waves ?? []).map((w) => ({ value: String(w.id), label: [w.name || `Wave ${w.id}`, w.time ? clock(w.time, look.zone) : ''].filter(Boolean).join(' · ') }))
  const start = race?.waves.waves.find((w) => w.id === shown.waveId)?.time ?? race?.startTime
  return (
    <div className={css.grid}>
      <Edited field="waveId" say={name}>
        <SelectField
          label="Wave"
          value={String(shown.waveId)}
          options={[{ value: '0', label: 'No wave' }, ...waves]}
          isDisabled={waves.length === 0 && shown.waveId === 0}
          hint={race ? (start ? `Starts ${dateTime(start, look.zone)} ${zoneName(start, look.zone)}` : 'No start is set yet.') : 'In no race, so in no wave.'}
          onChange={(v) => set('waveId', Number(v))}
          {...(error('waveId') ? { error: error('waveId')! } : {})}
        />
      </Edited>
      <Edited field="wavePref" say={(v) => PREFERENCES.find((p) => p.value === v)?.label ?? v}>
        <SelectField label="Preference" value={shown.wavePref} options={PREFERENCES} onChange={(v) => set('wavePref', v)} {...(error('wavePref') ? { error: error('wavePref')! } : {})} />
      </Edited>
      <div className={`${css.own} ${css.wide}`}>
        <Edited field="ownStart" say={(v) => (v ? 'on' : 'off')}>
          <Switch isSelected={shown.ownStart} onChange={(on) => set('ownStart', on)}>
            Own start
          </Switch>
        </Edited>
        {shown.ownStart ? (
          <Edited field="ownStartAt" say={(v) => (v === null ? '' : dateTime(v, look.zone))}>
            <DateTimeField
              label="Starts at"
              value={shown.ownStartAt}
              zone={look.zone}
              from={start ? Date.parse(start) : null}
              clearable
              onChange={(at) => set('ownStartAt', at)}
              onIncomplete={(on) => incomplete('ownStartAt', on)}
              {...(error('ownStartAt') ? { errorMessage: error('ownStartAt')! } : {})}
              {...(shown.ownStartAt === null ? { hint: 'Without a time they start with their wave.' } : {})}
            />
          </Edited>
        ) : (
          <p className={css.hint}>They start with their wave, or with the race.</p>
        )}
      </div>
      <Edited field="waveWeight">
        <NumberField label="Weight" value={shown.waveWeight} onChange={(v) => set('waveWeight', v)} step={0.1} empty={0} hint="Orders people when waves are planned." {...(error('waveWeight') ? { error: error('waveWeight')! } : {})} />
      </Edited>
      <PersonText field="waveBuddy" label="Buddy" hint="Whom they want to start with." />
      <PersonText field="waveRequest" label="Request" long />
    </div>
  )
}
