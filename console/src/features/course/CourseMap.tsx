import { Maximize, Minus, Mountain, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Course, MapSetup } from '../../api/types.ts'
import { useNow } from '../../lib/useNow.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Status.tsx'
import { mapColours, useMapColours } from './colours.ts'
import { CourseView, PITCH } from './courseView.ts'
import type { Cursor } from './cursor.ts'
import { FlatMap } from './FlatMap.tsx'
import { groundOf } from './ground.ts'
import css from './map.module.css'
import { marks, type PlacedSplit } from './marks.ts'
import { lightAt } from './sun.ts'
import { boundsOf } from '../../lib/track.ts'

interface Props {
  course: Course
  splits: readonly PlacedSplit[]
  selected: string | null
  onSelect: (key: string | null) => void
  cursor: Cursor
  setup: MapSetup
  color: string
  miles: boolean
}

/** The course in three dimensions. Arrows move it, + and − zoom, J and K go from split to split. */
export default function CourseMap(props: Props) {
  const { course, splits, selected, onSelect, cursor, setup, miles } = props
  const colours = useMapColours()
  const color = props.color || colours.accent
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<CourseView | null>(null)
  const [problem, setProblem] = useState('')
  const [flat, setFlat] = useState(false)
  const help = useId()
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const container = document.createElement('div')
    container.className = css.map!
    box.current?.prepend(container)
    let made: CourseView | null = null
    let gone = false
    const now = latest.current
    void groundOf(setup, mapColours()).then((ground) => {
      if (gone) return
      setProblem(ground.problem)
      try {
        made = new CourseView({ container, ground, attribution: setup.attribution, colours: mapColours(), color: now.color || mapColours().accent, course: latest.current.course, cursor, miles: now.miles, onPress: (keys) => latest.current.onSelect(next(keys, latest.current.selected)), onProblem: setProblem })
        setView(made)
      } catch {
        setFlat(true)
      }
    })
    return () => {
      gone = true
      made?.remove()
      container.remove()
      setView(null)
    }
  }, [setup, cursor])

  useEffect(() => view?.show(course), [view, course])
  useEffect(() => view?.recolour(colours, color), [view, colours, color])
  useEffect(() => view?.units(miles), [view, miles])
  useEffect(() => view?.pins.show(marks(course, splits, { selected, miles, color })), [view, course, splits, selected, miles, color])
  useSun(view, course)
  useFocus(view, splits, selected)
  useEffect(() => {
    view?.map.getCanvas().setAttribute('aria-describedby', help)
  }, [view, help])

  const shown = useMemo(() => splits.filter((s) => s.place), [splits])
  const key = (e: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[e.key]
    if (step === undefined || e.ctrlKey || e.metaKey || e.altKey || shown.length === 0) return
    e.preventDefault()
    e.stopPropagation()
    const at = shown.findIndex((s) => s.key === selected)
    onSelect(shown[(at + step + shown.length + (at < 0 && step < 0 ? 1 : 0)) % shown.length]!.key)
  }
  return (
    // The keys belong to the map and its pins, which are inside; the box itself takes no focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={css.box} onKeyDown={key}>
      <p id={help} className="said">
        Arrows move the map, plus and minus zoom, J and K go to the next and the previous split.
      </p>
      {flat ? <FlatMap course={course} splits={splits} selected={selected} onSelect={onSelect} color={color} /> : null}
      {problem ? (
        <div className={css.problem}>
          <Notice state="warn">{problem}</Notice>
        </div>
      ) : null}
      {view ? <Tools view={view} /> : null}
    </div>
  )
}

// Where several splits share a pin, each press goes on to the next of them.
function next(keys: readonly string[], selected: string | null): string {
  return keys[(keys.indexOf(selected ?? '') + 1) % keys.length]!
}

function useSun(view: CourseView | null, course: Course): void {
  const now = useNow(60)
  useEffect(() => {
    const [west, south, east, north] = boundsOf(course)
    view?.shine(lightAt(now, (west + east) / 2, (south + north) / 2))
  }, [view, course, now])
}

// A split that is chosen comes into view; the one that was chosen before the map opened does not take the overview away.
function useFocus(view: CourseView | null, splits: readonly PlacedSplit[], selected: string | null): void {
  const before = useRef<string | null>(selected)
  const place = splits.find((s) => s.key === selected)?.place ?? null
  useEffect(() => {
    if (!view || before.current === selected) return
    before.current = selected
    if (place) view.focus(place)
  }, [view, selected, place])
}

function Tools({ view }: { view: CourseView }) {
  const tilt = () => view.map.easeTo({ pitch: view.map.getPitch() > 10 ? 0 : PITCH, bearing: 0 })
  return (
    <div className={css.tools} role="group" aria-label="Map view">
      <IconButton label="Zoom in" keys="+" onPress={() => view.map.zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton label="Zoom out" keys="-" onPress={() => view.map.zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton label="Tilt or look from above" onPress={tilt}>
        <Mountain aria-hidden />
      </IconButton>
      <IconButton label="Show the whole course" onPress={() => view.showAll()}>
        <Maximize aria-hidden />
      </IconButton>
    </div>
  )
}
