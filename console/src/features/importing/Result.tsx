import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { ImportField, ImportReceipt } from '../../api/importing.ts'
import { plural } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Status.tsx'
import { ChangesTab } from './ChangesTab.tsx'
import { linesOf, refusedCSV, summary } from './changes.ts'
import { nameOfFile } from './presets.ts'
import css from './importing.module.css'

/** What an import did when some rows were not taken: the numbers, and these rows to take away. */
export default function Result({ receipt, file, fields }: { receipt: ImportReceipt; file: string; fields: readonly ImportField[] }) {
  const only = useMemo(() => ({ ...receipt, created: 0, updated: 0, removed: 0, changes: [], moreChanges: 0 }), [receipt])
  const save = () => {
    const url = URL.createObjectURL(new Blob([refusedCSV(linesOf(receipt))], { type: 'text/csv' }))
    Object.assign(document.createElement('a'), { href: url, download: `${nameOfFile(file)}-not-taken.csv` }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <>
      <div className={css.result}>
        <Notice state={receipt.created + receipt.updated + receipt.removed + receipt.unchanged > 0 ? 'good' : 'bad'}>{`${file}: ${summary(receipt)}.`}</Notice>
        <div className={css.after}>
          <p>{`${plural(receipt.skipped, 'row was', 'rows were')} not taken. Mend them and import the file again: what is in already stays as it is.`}</p>
          <Button icon={<Download aria-hidden />} onPress={save}>
            Save these rows
          </Button>
        </div>
      </div>
      <div className={css.tabs}>
        <ChangesTab receipt={only} fields={fields} />
      </div>
    </>
  )
}
