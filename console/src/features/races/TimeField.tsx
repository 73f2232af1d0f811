import { useCallback, type ReactNode } from 'react'
import { dateTime } from '../../lib/time.ts'
import { DateTimeField } from '../../ui/DateTimeField.tsx'
import { Edited } from './Edited.tsx'
import { useEditor } from './editor.ts'

interface Props {
  label: string
  path: string
  value: number | null
  /** What the arrows begin with while it is empty. */
  from: number | null
  hint?: ReactNode
  clearable?: boolean
}

/** A date-time of the draft, in the event's zone. */
export function TimeField({ label, path, value, from, hint, clearable = true }: Props) {
  const { zone, edit, error, incomplete } = useEditor()
  const half = useCallback((on: boolean) => incomplete(path, on), [incomplete, path])
  return (
    <Edited path={path} say={(at: number) => dateTime(at, zone)}>
      <DateTimeField label={label} value={value} zone={zone} from={from} clearable={clearable} hint={hint} errorMessage={error(path)} onChange={(at) => edit(path, at)} onIncomplete={half} />
    </Edited>
  )
}
