import { FileSpreadsheet, Upload } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { Button, type Look } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Notice } from '../../ui/Status.tsx'
import { megabytes } from './fileWords.ts'
import { EXTENSIONS } from './send.ts'
import type { Underway } from './useFile.ts'
import css from './importing.module.css'

/** Where a file comes in (IMP-1): dropped anywhere in the window, or chosen. */
export function DropFile({ underway, onTake }: { underway: Underway | null; onTake: (file: File) => void }) {
  const busy = underway !== null && underway.failed === ''
  return (
    <div className={css.drop}>
      <EmptyState icon={<FileSpreadsheet />} title="Drop a CSV, TXT or XLSX file here" action={busy ? null : <ChooseFile look="primary" onTake={onTake} />}>
        Its first line names the columns. You see what it would change before anything is stored; a blank cell never wipes what is known.
      </EmptyState>
      {underway ? <UnderwayLine underway={underway} onTake={onTake} /> : null}
    </div>
  )
}

/** Opens the files of this machine. */
export function ChooseFile({ look = 'plain', onTake }: { look?: Look; onTake: (file: File) => void }) {
  return (
    <FileTrigger acceptedFileTypes={EXTENSIONS.map((e) => `.${e}`)} onSelect={(files) => files?.[0] && onTake(files[0])}>
      <Button look={look} icon={<Upload aria-hidden />} autoFocus={look === 'primary'}>
        Choose File
      </Button>
    </FileTrigger>
  )
}

/** A file on its way, or why it could not be read; then it can be tried again. */
export function UnderwayLine({ underway, onTake, onDismiss }: { underway: Underway; onTake: (file: File) => void; onDismiss?: () => void }) {
  const { file, bytes, word, failed } = underway
  if (!failed) {
    const p = file.size > 0 ? (bytes / file.size) * 100 : 0
    return (
      <div className={css.underway}>
        <ProgressBar label={`${word} ${file.name}`} word={word === 'Uploading' ? `${megabytes(bytes)} of ${megabytes(file.size)}` : '…'} p={p} />
      </div>
    )
  }
  return (
    <div className={css.underway}>
      <Notice state="bad">
        {failed}
        <span className={css.again}>
          <span>{file.name}</span>
          <Button look="quiet" onPress={() => onTake(file)}>
            Try again
          </Button>
          {onDismiss ? (
            <Button look="quiet" onPress={onDismiss}>
              Keep the file below
            </Button>
          ) : null}
        </span>
      </Notice>
    </div>
  )
}
