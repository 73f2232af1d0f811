import { useMemo } from 'react'
import { Autocomplete } from '../../ui/Autocomplete.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import css from './editor.module.css'
import type { TabProps } from './EventForm.tsx'
import { ADAPTERS } from './ingress.ts'
import { IngressFields } from './IngressFields.tsx'
import { zoneChoices } from './zones.ts'

/** Time zone, what the public sees, the outside feed and the livestream's theme (EVT-12 … EVT-14). */
export function OptionsTab({ draft, error }: TabProps) {
  const { shown, elsewhere, set, take } = draft
  const zones = useMemo(() => zoneChoices(shown.timezone), [shown.timezone])
  return (
    <div className={`${css.panel} ${css.form}`}>
      <div>
        <Autocomplete label="Timezone" options={zones} value={zones.find((z) => z.id === shown.timezone)?.label ?? ''} onPick={(z) => set('timezone', z.id)} error={error('timezone')} />
        <p className={css.hint}>Every time of this event is shown and typed in this zone. Type a place to find it.</p>
        <Elsewhere theirs={elsewhere.timezone} onTake={() => take('timezone')} />
      </div>
      <div>
        <Switch isSelected={shown.isPublic} onChange={(v) => set('isPublic', v)}>
          Show Public
        </Switch>
        <p className={css.hint}>Results at public splits can be read without signing in.</p>
        <Elsewhere theirs={elsewhere.isPublic === undefined ? undefined : elsewhere.isPublic ? 'on' : 'off'} onTake={() => take('isPublic')} />
      </div>
      <div>
        <SelectField label="Ingress Adapter" value={shown.posIngressType} options={adapters(draft.event?.posIngressType)} onChange={(v) => set('posIngressType', v)} error={error('posIngressType')} />
        <Elsewhere theirs={elsewhere.posIngressType} onTake={() => take('posIngressType')} />
      </div>
      <IngressFields draft={draft} error={error} />
      <div>
        <TextField label="Livestream Theme" value={shown.theme} onChange={(v) => set('theme', v)} error={error('theme')} />
        <Elsewhere theirs={elsewhere.theme} onTake={() => take('theme')} />
      </div>
    </div>
  )
}

// None, those that can be read, and what an event file may have set besides: it can be seen and taken away.
function adapters(saved: string | undefined) {
  const known = [{ value: '', label: 'None' }, ...ADAPTERS]
  return saved && !known.some((a) => a.value === saved) ? [...known, { value: saved, label: saved }] : known
}
