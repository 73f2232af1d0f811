import { FileSpreadsheet } from 'lucide-react'
import { plural } from '../../lib/units.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { Notice } from '../../ui/Status.tsx'
import { ChooseFile, UnderwayLine } from './DropFile.tsx'
import { factsOf } from './fileWords.ts'
import type { Loaded, Underway } from './useFile.ts'
import css from './importing.module.css'

interface Props {
  loaded: Loaded
  underway: Underway | null
  onTake: (file: File, sheet?: string) => void
  onDismiss: () => void
}

/** Which file it is and how it was read; the sheet of a workbook, and the way to another file. */
export function FileLine({ loaded, underway, onTake, onDismiss }: Props) {
  const { file, sheet } = loaded
  const [first] = sheet.complaints
  return (
    <div className={css.file}>
      <FileSpreadsheet aria-hidden />
      <div className={css.about}>
        <strong title={file.name}>{file.name}</strong>
        <span className={css.facts}>
          {factsOf(sheet).map((f) => (
            <span key={f}>{f}</span>
          ))}
        </span>
      </div>
      {sheet.sheets.length > 1 ? (
        <div className={css.sheet}>
          <SelectField label="Sheet" hideLabel value={sheet.sheet} options={sheet.sheets.map((s) => ({ value: s, label: s }))} onChange={(s) => onTake(file, s)} />
        </div>
      ) : null}
      <ChooseFile onTake={onTake} />
      {first ? (
        <div className={css.full}>
          <Notice state="warn">
            {first.row > 0 ? `Line ${first.row}: ` : ''}
            {first.message}
            {sheet.complaints.length > 1 ? ` And ${plural(sheet.complaints.length - 1, 'more line', 'more lines')}.` : ''}
          </Notice>
        </div>
      ) : null}
      {underway ? (
        <div className={css.full}>
          <UnderwayLine underway={underway} onTake={onTake} onDismiss={onDismiss} />
        </div>
      ) : null}
    </div>
  )
}
