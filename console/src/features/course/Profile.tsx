import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { type KeyboardEvent, memo, type PointerEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import type { Course } from '../../api/types.ts'
import { distance as inUnits, distanceUnit, elevation, elevationUnit, METRES_PER_FOOT } from '../../lib/units.ts'
import { type Cursor, usePointed } from './cursor.ts'
import type { PlacedSplit } from './marks.ts'
import { type ProfilePoint, range, thin, ticks, unitsOf } from './profile.ts'
import css from './profile.module.css'
import { end, gradeAt, placeAt } from '../../lib/track.ts'

interface Props {
  course: Course
  splits: readonly PlacedSplit[]
  selected: string | null
  onSelect: (key: string) => void
  /** Adds a split here: a double click, or A on the keyboard. */
  onAdd: (distance: number) => void
  cursor: Cursor
  color: string
  miles: boolean
}

const LEFT = 48
const RIGHT = 14
const TOP = 24
const BOTTOM = 22
const NONE: ProfilePoint[] = []

/** Heights along the course. The crosshair follows the pointer and the arrows; the map shows the same place. */
export function Profile(props: Props) {
  const { course, splits, selected, onSelect, onAdd, cursor, color, miles } = props
  const slider = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const wide = Math.max(0, size.width - LEFT - RIGHT)
  const tall = Math.max(0, size.height - TOP - BOTTOM)
  const last = end(course)
  const points = useMemo(() => (wide > 0 ? thin(course, Math.round(wide)) : NONE), [course, wide])
  const x = useMemo(() => scaleLinear({ domain: [0, last || 1], range: [0, wide] }), [last, wide])
  const at = (e: PointerEvent) => Math.min(last, Math.max(0, x.invert(e.clientX - box.current!.getBoundingClientRect().left - LEFT)))
  return (
    <div
      ref={box}
      className={css.box}
      onPointerMove={(e) => cursor.point(at(e))}
      onPointerLeave={() => cursor.point(null)}
      onPointerDown={(e) => {
        if (e.button !== 0) return
        cursor.pin(at(e))
        slider.current?.focus({ preventScroll: true })
        // the slider has the focus now; the browser must not take it away to the page
        e.preventDefault()
      }}
      onDoubleClick={() => onAdd(cursor.get().pinned ?? 0)}
    >
      {wide > 0 ? (
        <svg width={size.width} height={size.height} className={css.svg} aria-hidden>
          <g transform={`translate(${LEFT} ${TOP})`}>
            <Ground points={points} wide={wide} tall={tall} last={last} color={color} miles={miles} />
            <Splits splits={splits} selected={selected} onSelect={onSelect} x={x} wide={wide} tall={tall} />
          </g>
        </svg>
      ) : null}
      {wide > 0 ? <Crosshair {...props} x={x} ref={slider} /> : null}
    </div>
  )
}

function useSize(box: { current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const seen = new ResizeObserver(([entry]) => entry && setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) }))
    seen.observe(box.current!)
    return () => seen.disconnect()
  }, [box])
  return size
}

interface GroundProps { points: readonly ProfilePoint[]; wide: number; tall: number; last: number; color: string; miles: boolean }

const NICE = 5

// Drawn again only when the course or the size changes, never for the crosshair.
const Ground = memo(function Ground({ points, wide, tall, last, color, miles }: GroundProps) {
  const unit = unitsOf(miles)
  const seen = range(points)
  const heights = seen ?? { low: 0, high: 100 }
  // a flat course must not look like mountains: forty metres at least
  const spare = Math.max(0, 40 - (heights.high - heights.low)) / 2
  const y = scaleLinear({ domain: [heights.low - spare, heights.high + spare], range: [tall, 0] })
  y.nice(NICE)
  const x = scaleLinear({ domain: [0, last || 1], range: [0, wide] })
  const [low, high] = y.domain() as [number, number]
  const levels = seen ? ticks(low, high, miles ? METRES_PER_FOOT : 1, Math.max(2, Math.floor(tall / 26))) : []
  const marks = ticks(0, last, unit.along, Math.max(2, Math.floor(wide / 64)))
  const decimals = marks.every((m) => Math.abs(m / unit.along - Math.round(m / unit.along)) < 1e-6) ? 0 : 1
  return (
    <>
      {levels.map((l) => (
        <line key={l} className={css.level} x1={0} x2={wide} y1={y(l)} y2={y(l)} />
      ))}
      {seen ? (
        <>
          <AreaClosed data={points as ProfilePoint[]} x={(p) => x(p.distance)} y={(p) => y(p.ele)} yScale={y} className={css.area} style={{ fill: color }} />
          <LinePath data={points as ProfilePoint[]} x={(p) => x(p.distance)} y={(p) => y(p.ele)} className={css.line} style={{ stroke: color }} />
        </>
      ) : (
        <text className={css.none} x={wide / 2} y={tall / 2 + 4} textAnchor="middle">
          The track has no elevation
        </text>
      )}
      {seen ? <AxisLeft scale={y} tickValues={levels} tickFormat={(v) => elevation(Number(v), miles)} hideAxisLine hideTicks tickClassName={css.tick!} tickLabelProps={{ className: css.label!, dx: -4, dy: 4, textAnchor: 'end' }} /> : null}
      <AxisBottom scale={x} top={tall} tickValues={marks} tickFormat={(v) => inUnits(Number(v), miles, decimals)} axisLineClassName={css.axis!} tickLineProps={{ className: css.axis! }} tickLength={4} tickLabelProps={{ className: css.label!, dy: 2, textAnchor: 'middle' }} />
      <text className={css.unit} x={-LEFT + 8} y={-10}>
        {elevationUnit(miles)}
      </text>
      <text className={css.unit} x={wide + RIGHT - 2} y={tall + 17} textAnchor="end">
        {marks.length > 0 && wide - x(marks.at(-1)!) > 34 ? distanceUnit(miles) : ''}
      </text>
    </>
  )
})

interface SplitsProps { splits: readonly PlacedSplit[]; selected: string | null; onSelect: (key: string) => void; x: (d: number) => number; wide: number; tall: number }

const LETTER = 6.4

/** A line at every split; names where they have room, the chosen one always. */
function Splits({ splits, selected, onSelect, x, wide, tall }: SplitsProps) {
  const shown = splits.filter((s) => x(s.distance) <= wide + 1)
  const named = new Map<string, 'start' | 'middle' | 'end'>()
  const taken: [number, number][] = []
  for (const s of [...shown].toSorted((a, b) => Number(b.key === selected) - Number(a.key === selected))) {
    const half = (s.name.length * LETTER) / 2
    const at = x(s.distance)
    const anchor = at - half < 0 ? 'start' : at + half > wide ? 'end' : 'middle'
    const from = anchor === 'start' ? at : anchor === 'end' ? at - 2 * half : at - half
    if (taken.some(([a, b]) => from < b + 10 && a < from + 2 * half + 10)) continue
    taken.push([from, from + 2 * half])
    named.set(s.key, anchor)
  }
  return shown.map((s) => (
    // the list of splits does the same for the keyboard
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <g key={s.key} transform={`translate(${x(s.distance)} 0)`} className={s.key === selected ? css.chosen : css.split} onPointerDown={(e) => e.stopPropagation()} onClick={() => onSelect(s.key)}>
      <line y1={-4} y2={tall} />
      <rect x={-8} y={-TOP} width={16} height={tall + TOP} className={css.touch} />
      {named.has(s.key) ? (
        <text y={-9} textAnchor={named.get(s.key)}>
          {s.name}
        </text>
      ) : null}
    </g>
  ))
}

/** The place that is pointed at, as a line with its distance, height and grade; also a slider for the keyboard. */
function Crosshair({ course, cursor, miles, x, color, onAdd, ref }: Props & { x: (d: number) => number; ref: Ref<HTMLDivElement> }) {
  const { distance, pinned } = usePointed(cursor)
  const last = end(course)
  const shown = distance ?? pinned
  const key = (e: KeyboardEvent) => {
    const fine = e.shiftKey ? last / 20 : last / 200
    const from = shown ?? 0
    const to = { ArrowRight: from + fine, ArrowUp: from + fine, ArrowLeft: from - fine, ArrowDown: from - fine, PageUp: from + last / 10, PageDown: from - last / 10, Home: 0, End: last }[e.key]
    if (to !== undefined) cursor.point(Math.min(last, Math.max(0, to)))
    else if (e.key === 'a' && shown !== null && !e.ctrlKey && !e.metaKey) onAdd(shown)
    else if ((e.key === 'Enter' || e.key === ' ') && distance !== null) cursor.pin(distance)
    else if (e.key === 'Escape' && shown !== null) {
      cursor.point(null)
      cursor.pin(null)
    } else return
    e.preventDefault()
    e.stopPropagation()
  }
  const text = shown === null ? '' : words(course, shown, miles)
  const left = shown === null ? 0 : LEFT + x(shown)
  const height = shown === null ? null : (placeAt(course, shown)?.ele ?? null)
  return (
    <div
      ref={ref}
      className={css.slider}
      role="slider"
      tabIndex={0}
      aria-label="Place on the course"
      aria-valuemin={0}
      aria-valuemax={Math.round(last)}
      aria-valuenow={Math.round(shown ?? 0)}
      aria-valuetext={text || 'No place chosen'}
      onKeyDown={key}
      onBlur={() => cursor.point(null)}
    >
      {pinned !== null ? <span className={css.pin} style={{ left: LEFT + x(pinned) }} /> : null}
      {shown !== null ? (
        <>
          <span className={css.hair} style={{ left }} />
          <output className={css.readout} data-far={x(shown) > x(last) / 2 || undefined} style={x(shown) > x(last) / 2 ? { right: `calc(100% - ${left - 8}px)` } : { left: left + 8 }}>
            <i style={{ background: color }} />
            <b>{`${inUnits(shown, miles, 2)} ${distanceUnit(miles)}`}</b>
            {height === null ? null : <span>{`${elevation(height, miles)} ${elevationUnit(miles)}`}</span>}
            {height === null ? null : <span>{grade(gradeAt(course, shown))}</span>}
          </output>
        </>
      ) : null}
    </div>
  )
}

function words(course: Course, at: number, miles: boolean): string {
  const height = placeAt(course, at)?.ele ?? null
  const place = `${inUnits(at, miles, 2)} ${distanceUnit(miles)}`
  return height === null ? place : `${place}, ${elevation(height, miles)} ${elevationUnit(miles)}, ${grade(gradeAt(course, at))}`
}

/** "+8 %", "−3 %", "0 %". */
function grade(g: number | null): string {
  if (g === null) return ''
  const percent = Math.round(g * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`
}
