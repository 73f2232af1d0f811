import type { RaceEvent } from '../../api/types.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Notice } from '../../ui/Status.tsx'
import { PresetMenu } from './PresetMenu.tsx'
import type { Chosen, useImport } from './useImport.ts'
import css from './importing.module.css'

const HINTS: Record<string, string> = {
  file: 'The Distance column names the race.',
  infer: '50K, 31 mi or Half goes to the race nearest to it, within 10 %.',
}

interface Props {
  event: RaceEvent | undefined
  work: ReturnType<typeof useImport>
  chosen: Chosen
  file: string
}

/** What holds for every row: to which race it goes, whether bibs may change, and the preset (IMP-2 … IMP-4). */
export function Options({ event, work, chosen, file }: Props) {
  const { sheet, choices, missing } = chosen
  const races = event?.races ?? []
  const options = [{ value: 'file', label: 'Use value from file' }, { value: 'infer', label: 'Infer Distance' }, ...races.map((r) => ({ value: String(r.id), label: r.name }))]
  return (
    <div className={css.options}>
      <div className={css.race}>
        <SelectField label="Race Assignment" value={choices.race} options={options} onChange={(race) => work.change((c) => ({ ...c, race }))} hint={HINTS[choices.race] ?? 'Every row goes to this race.'} />
      </div>
      <div className={css.bibs}>
        <Switch isSelected={choices.allowBibChanges} onChange={(allowBibChanges) => work.change((c) => ({ ...c, allowBibChanges }))}>
          Allow Bib Changes
        </Switch>
        <span className={css.hint}>{choices.allowBibChanges ? 'A bib in the file replaces the one somebody has.' : 'Missing bibs are filled in, none is replaced.'}</span>
      </div>
      <div className={css.preset}>
        <PresetMenu sheet={sheet} file={file} choices={choices} races={work.races} last={work.last} onUse={work.use} onForget={work.forget} onSaved={work.called} />
      </div>
      {work.notKept ? (
        <div className={css.full}>
          <Notice state="warn">{`The preset is kept in this browser, not on the event: ${work.notKept.message}`}</Notice>
        </div>
      ) : null}
      {missing.length > 0 ? (
        <div className={css.full}>
          <Notice state="warn">{`Not in this file: ${missing.slice(0, 6).join(', ')}${missing.length > 6 ? ` and ${missing.length - 6} more` : ''}. The preset uses them; the rest of it holds.`}</Notice>
        </div>
      ) : null}
    </div>
  )
}
