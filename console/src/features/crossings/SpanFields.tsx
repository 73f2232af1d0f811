import { DateTimeField } from '../../ui/DateTimeField.tsx'

interface Props {
  from: number | null
  to: number | null
  zone: string
  clearable?: boolean
  onFrom: (at: number | null) => void
  onTo: (at: number | null) => void
}

/** From when to when, in the event's zone. Its code is loaded when it is first needed: fields of dates are heavy. */
export default function SpanFields({ from, to, zone, clearable = false, onFrom, onTo }: Props) {
  const wrong = from !== null && to !== null && to <= from ? 'This is not after the beginning.' : undefined
  return (
    <>
      <DateTimeField label="From" value={from} zone={zone} clearable={clearable} onChange={onFrom} />
      <DateTimeField label="To" value={to} zone={zone} from={from} clearable={clearable} errorMessage={wrong} onChange={onTo} />
    </>
  )
}
