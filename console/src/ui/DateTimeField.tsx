import { fromAbsolute, type ZonedDateTime } from '@internationalized/date'
import { X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { DateField, DateFieldStateContext, DateInput, DateSegment, FieldError, I18nProvider, Label, Text } from 'react-aria-components'
import { serverNow, zoneName } from '../lib/time.ts'
import { IconButton } from './Button.tsx'
import css from './DateTimeField.module.css'
import { stepped, topOf } from './dateSteps.ts'
import field from './Field.module.css'

interface Props {
  label: string
  /** Milliseconds since 1970, null for none. */
  value: number | null
  /** The IANA zone that the parts are in: the event's, never the browser's. */
  zone: string
  /** A 12-hour clock with am and pm (UI-9). */
  hour12?: boolean
  onChange: (value: number | null) => void
  /** Shows a button that empties the field. */
  clearable?: boolean
  /** What the arrows begin with in an empty field; the present hour unless told. */
  from?: number | null
  hint?: ReactNode
  /** Stands right of the label: a mark, a note. */
  aside?: ReactNode
  errorMessage?: string
  isDisabled?: boolean
  /** Told whether some parts are filled in and others are not: then the value is still what it was. */
  onIncomplete?: (incomplete: boolean) => void
}

const UNFINISHED = 'Fill in every part, or empty the field.'

/**
 * A date and time in parts (UI-9 … UI-13): year, month, day, hour, minute, second. Digits fill a part and move on, arrows step
 * by 1 and with shift by 10, a and p choose the half of the day.
 */
export function DateTimeField(props: Props) {
  const { label, value, zone, hour12 = false, onChange, clearable = false, from, hint, aside, errorMessage, isDisabled = false, onIncomplete } = props
  const [unfinished, setUnfinished] = useState(false)
  const zoned = useMemo(() => (value === null ? null : inZone(value, zone)), [value, zone])
  const beginning = useMemo(() => inZone(from ?? Math.floor(serverNow() / 3_600_000) * 3_600_000, zone), [from, zone])
  const error = errorMessage ?? (unfinished ? UNFINISHED : undefined)
  return (
    // A locale that writes the year first, in the order in which the parts are named.
    <I18nProvider locale="en-CA">
      <DateField
        className={field.field!}
        value={zoned}
        onChange={(v: ZonedDateTime | null) => onChange(v ? v.toDate().getTime() : null)}
        placeholderValue={beginning}
        granularity="second"
        hourCycle={hour12 ? 12 : 24}
        hideTimeZone
        shouldForceLeadingZeros
        isDisabled={isDisabled}
        isInvalid={!!error}
      >
        <div className={css.top}>
          <Label className={field.label}>{label}</Label>
          {aside}
        </div>
        <Parts zone={zoneName(value ?? beginning.toDate().getTime(), zone)} clearable={clearable && !isDisabled} filled={value !== null} onUnfinished={setUnfinished} onIncomplete={onIncomplete} />
        {hint ? (
          <Text slot="description" className={field.hint}>
            {hint}
          </Text>
        ) : null}
        <FieldError className={field.error}>{error}</FieldError>
      </DateField>
    </I18nProvider>
  )
}

interface PartsProps {
  zone: string
  clearable: boolean
  filled: boolean
  onUnfinished: (unfinished: boolean) => void
  onIncomplete: ((incomplete: boolean) => void) | undefined
}

/** The parts in their frame, and what React Aria's date field does not do: steps of ten, our bounds, half-filled fields. */
function Parts({ zone, clearable, filled, onUnfinished, onIncomplete }: PartsProps) {
  const state = useContext(DateFieldStateContext)!
  const parts = state.segments.filter((s) => s.isEditable)
  const blank = parts.filter((s) => s.isPlaceholder).length
  const incomplete = blank > 0 && blank < parts.length
  useEffect(() => onIncomplete?.(incomplete), [incomplete, onIncomplete])
  useEffect(() => {
    if (!incomplete) onUnfinished(false)
  }, [incomplete, onUnfinished])

  const step = (e: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[e.key]
    if (!by || state.isDisabled || (!e.shiftKey && !(e.target as HTMLElement).dataset.type?.startsWith('year'))) return
    const part = parts.find((s) => s.type === (e.target as HTMLElement).dataset.type)
    // An empty part begins where React Aria begins it; halves of a day have no tens.
    if (!part || part.isPlaceholder || part.type === 'dayPeriod' || part.value == null || part.minValue === undefined) return
    e.preventDefault()
    e.stopPropagation()
    state.setSegment(part.type, stepped(part.type, part.value, e.shiftKey ? by * 10 : by, part.minValue, topOf(part.type, part.maxValue) ?? part.value))
  }
  const leave = (e: FocusEvent<HTMLElement>) => {
    if (!e.currentTarget.contains(e.relatedTarget)) onUnfinished(incomplete)
  }
  return (
    // The handlers only watch the keys of the parts inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.box} onKeyDownCapture={step} onBlur={leave} data-disabled={state.isDisabled || undefined} data-invalid={state.isInvalid || undefined}>
      <DateInput className={css.parts!}>
        {(segment) => (
          <DateSegment
            className={`${css.part} ${segment.type === 'literal' ? css.between : ''}`}
            segment={{ ...segment, text: plain(segment.text), maxValue: topOf(segment.type, segment.maxValue) }}
          />
        )}
      </DateInput>
      <span className={css.zone}>{zone}</span>
      {clearable && (filled || incomplete) ? (
        <IconButton label="Empty the field" onPress={() => state.setValue(null)}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </div>
  )
}

/** "am" for "a.m.", and a space alone between date and time. */
function plain(text: string): string {
  return text === ', ' ? ' ' : text.replaceAll('.', '')
}

/** An instant in a zone; in UTC when the browser does not know the zone. */
function inZone(at: number, zone: string): ZonedDateTime {
  try {
    return fromAbsolute(at, zone)
  } catch {
    return fromAbsolute(at, 'UTC')
  }
}
