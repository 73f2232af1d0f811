import type { WaveAttrs } from '../../api/planners.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { WavePlanning } from './useWavePlan.ts'
import css from './planners.module.css'

const SORTS = [
  { value: 'ultraSignupRanking', label: 'UltraSignup ranking' },
  { value: 'bib', label: 'Bib' },
  { value: 'random', label: 'Random' },
]
const GROUPS = [
  { value: '', label: 'Nothing' },
  { value: 'waveBuddy', label: 'Wave buddy' },
  { value: 'teamName', label: 'Team' },
  { value: 'city', label: 'City' },
]

type NumberKey = 'spacingMin' | 'perWave' | 'firstWaveCapacity' | 'genderWeightCount' | 'eliteMCount' | 'eliteFCount' | 'eliteSizeM' | 'eliteSizeF'

/** Every setting of the wave planner (WPLAN-5). The plan beside it follows at once. */
export default function WaveSettings({ planning, attrs }: { planning: WavePlanning; attrs: WaveAttrs }) {
  const { change, error } = planning
  const wrong = (key: keyof WaveAttrs) => (error?.field === `attrs.${key}` ? { error: error.message } : {})
  const number = (key: NumberKey, label: string, more: { unit?: string; isDisabled?: boolean; hint?: string; empty?: number } = {}) => (
    <NumberField label={label} value={attrs[key] ?? 0} min={0} onChange={(v) => change({ [key]: v })} {...more} {...wrong(key)} />
  )
  return (
    <section className={css.settings} aria-label="Settings">
      <SelectField label="Sort by" value={attrs.sortBy ?? ''} options={SORTS} onChange={(sortBy) => change({ sortBy })} {...wrong('sortBy')} />
      <SelectField label="Start together by" value={attrs.groupAttribute ?? ''} options={GROUPS} onChange={(groupAttribute) => change({ groupAttribute })} hint="A party is never split." {...wrong('groupAttribute')} />
      <h3>Waves</h3>
      <Switch isSelected={attrs.autoCreateWaves ?? true} onChange={(autoCreateWaves) => change({ autoCreateWaves })}>
        Create waves automatically
      </Switch>
      {error?.field === 'attrs.autoCreateWaves' ? <p className={css.note}>{error.message}</p> : null}
      <div className={css.pair}>
        {number('spacingMin', 'Spacing', { unit: 'min', isDisabled: !(attrs.autoCreateWaves ?? true) })}
        {number('perWave', 'People per wave')}
      </div>
      {number('firstWaveCapacity', 'People in the first wave', { hint: 'Of the waves that are no elite waves; 0 = as in the others.', empty: 0 })}
      <h3>What counts</h3>
      <Slider label="Time preference weight" min={0} max={1} step={0.001} value={attrs.wavePrefWeight ?? 0} onChange={(wavePrefWeight) => change({ wavePrefWeight })} ends={['ranking', 'preference']} {...wrong('wavePrefWeight')} />
      <Slider label="Gender weight" min={0.25} max={0.75} step={0.001} value={attrs.genderWeight ?? 0.5} onChange={(genderWeight) => change({ genderWeight })} ends={['men earlier', 'women earlier']} {...wrong('genderWeight')} />
      <Switch isSelected={attrs.genderWeightLimit ?? false} onChange={(genderWeightLimit) => change({ genderWeightLimit })}>
        Gender only in the first waves
      </Switch>
      {attrs.genderWeightLimit ? number('genderWeightCount', 'How many waves') : null}
      <h3>Elite waves</h3>
      <div className={css.pair}>
        {number('eliteMCount', 'Waves of men')}
        {number('eliteSizeM', 'Men in each')}
        {number('eliteFCount', 'Waves of women')}
        {number('eliteSizeF', 'Women in each')}
      </div>
      <TextField label="UltraSignup distance id (did)" value={attrs.usDid ?? ''} onChange={(usDid) => change({ usDid })} autoComplete="off" verbatim hint="Where the rankings of this race come from." {...wrong('usDid')} />
    </section>
  )
}
