import { dateTime, duration } from '../../lib/time.ts'
import { Choice } from '../../ui/Choice.tsx'
import { ColorField } from '../../ui/ColorField.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Edited, onOff } from './Edited.tsx'
import { useEditor } from './editor.ts'
import { Pace } from './Pace.tsx'
import { Prefixes } from './Prefixes.tsx'
import css from './races.module.css'
import { TimeField } from './TimeField.tsx'
import type { RaceView } from './view.ts'

const DAY_MS = 24 * 3_600_000

/** Name, distance, clock and rules of a race (RACE-3 … RACE-14). */
export function OptionsTab() {
  return (
    <div className={css.options}>
      <TheRace />
      <TheClock />
      <TheRules />
      <Chips />
    </div>
  )
}

function TheRace() {
  const { view, edit, error } = useEditor()
  return (
    <section className={css.group}>
      <h3>Race</h3>
      <Edited path="name">
        <TextField label="Name" value={view.name} onChange={(v) => edit('name', v)} error={error('name')} />
      </Edited>
      <div className={css.short}>
        <Edited path="distance" say={(m: number) => `${m / 1000} km`}>
          <NumberField
            label={view.isTimed || view.lpsDuration > 0 ? 'Distance of a lap' : 'Distance'}
            value={view.distance / 1000}
            step={0.001}
            min={0}
            unit="km"
            onChange={(km) => edit('distance', metres(km))}
            error={error('distance')}
          />
        </Edited>
        <Edited path="isLoop" say={onOff}>
          <div className={css.beside}>
            <Switch isSelected={view.isLoop} onChange={(v) => edit('isLoop', v)}>
              Looped?
            </Switch>
          </div>
        </Edited>
      </div>
      <Edited path="color">
        <ColorField label="Color" value={view.color} onChange={(v) => edit('color', v)} error={error('color')} />
      </Edited>
    </section>
  )
}

// A millimetre is finer than any tape; what floating point adds beyond it is noise.
function metres(km: number): number {
  return Math.round(km * 1_000_000) / 1000
}

function TheClock() {
  const { view, edit, zone } = useEditor()
  return (
    <section className={css.group}>
      <h3>Clock</h3>
      <Edited path="gunTime" say={(gun: boolean) => (gun ? 'Gun Time' : 'Chip Time')}>
        <Choice
          label="Initial Starts"
          value={view.gunTime ? 'gun' : 'chip'}
          options={[
            { value: 'gun', label: 'Gun Time' },
            { value: 'chip', label: 'Chip Time' },
          ]}
          onChange={(v) => edit('gunTime', v === 'gun')}
        />
      </Edited>
      <TimeField label="Start Time" path="startTime" value={view.startTime} from={null} />
      <TimeField label="Cutoff" path="cutoff" value={view.cutoff} from={view.startTime} hint={cutoffNote(view, zone)} />
    </section>
  )
}

// RACE-12
function cutoffNote({ startTime, cutoff }: RaceView, zone: string): string {
  if (cutoff === null) return startTime === null ? 'When unset: 24:00:00 after the start' : `When unset: 24:00:00 after the start, ${dateTime(startTime + DAY_MS, zone)}`
  return startTime === null ? 'The race has no start time yet' : `${duration(cutoff - startTime)} after the start`
}

function TheRules() {
  const { view, edit, error } = useEditor()
  return (
    <section className={css.group}>
      <h3>Rules</h3>
      <Edited path="isTimed" say={(timed: boolean) => (timed ? 'Time' : 'Distance')}>
        <Choice
          label="Fixed"
          value={view.isTimed ? 'time' : 'distance'}
          options={[
            { value: 'distance', label: 'Distance' },
            { value: 'time', label: 'Time' },
          ]}
          onChange={(v) => edit('isTimed', v === 'time')}
        />
        {view.isTimed ? <p className={css.note}>Laps count until the cutoff. There is no Start split; the splits describe one lap.</p> : null}
      </Edited>
      <Edited path="maxPace" say={(speed: number) => `${speed.toFixed(2)} m/s`}>
        <Pace speed={view.maxPace} onChange={(v) => edit('maxPace', v)} error={error('maxPace')} />
      </Edited>
      <div className={css.short}>
        <Edited path="lpsDuration">
          <NumberField
            label="LPS Round"
            value={view.lpsDuration}
            empty={0}
            min={0}
            unit="min"
            onChange={(n) => edit('lpsDuration', n)}
            error={error('lpsDuration')}
          />
        </Edited>
        <p className={`${css.beside} ${css.note}`}>{view.lpsDuration > 0 ? 'Last person standing' : '0: not a last-person-standing race'}</p>
      </div>
      <Edited path="scoreByTeam" say={onOff}>
        <Switch isSelected={view.scoreByTeam} onChange={(v) => edit('scoreByTeam', v)}>
          Has Teams?
        </Switch>
      </Edited>
    </section>
  )
}

function Chips() {
  const { view, edit, error } = useEditor()
  return (
    <section className={css.group}>
      <h3>Chips</h3>
      <Edited path="prefixes" say={(list: string[]) => list.join(', ')}>
        <Prefixes value={view.prefixes} onChange={(v) => edit('prefixes', v)} error={(i) => error(`prefixes/${i}`)} />
      </Edited>
    </section>
  )
}
