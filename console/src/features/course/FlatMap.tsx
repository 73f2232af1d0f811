import css from './flat.module.css'
import type { PlacedSplit } from './marks.ts'
import type { Course } from '../../api/types.ts'
import { boundsOf, flat } from '../../lib/track.ts'

const SIZE = 600
const MARGIN = 40
const POINTS = 4_000

interface Props { course: Course; splits: readonly PlacedSplit[]; selected: string | null; onSelect: (key: string | null) => void; color: string }

/** The course from above, without WebGL: what is shown where a browser cannot draw the map. */
export function FlatMap({ course, splits, selected, onSelect, color }: Props) {
  const [west, south, east, north] = boundsOf(course)
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = (SIZE - 2 * MARGIN) / Math.max((east - west) * narrow, north - south, 1e-6)
  const x = (lon: number) => SIZE / 2 + (lon - (west + east) / 2) * narrow * scale
  const y = (lat: number) => SIZE / 2 - (lat - (south + north) / 2) * scale
  const f = flat(course)
  const every = Math.max(1, Math.ceil(f.lon.length / POINTS))
  const line = Array.from({ length: Math.ceil(f.lon.length / every) }, (_, i) => `${x(f.lon[i * every]!).toFixed(1)},${y(f.lat[i * every]!).toFixed(1)}`)
  line.push(`${x(f.lon.at(-1)!).toFixed(1)},${y(f.lat.at(-1)!).toFixed(1)}`)
  return (
    <svg className={css.flat} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label="The course from above">
      <polyline points={line.join(' ')} className={css.case} />
      <polyline points={line.join(' ')} className={css.line} style={{ stroke: color }} />
      {splits.map((s) =>
        s.place ? (
          // the list beside the map does the same for the keyboard
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
          <g key={s.key} transform={`translate(${x(s.place.lon)} ${y(s.place.lat)})`} onClick={() => onSelect(s.key)} className={css.split}>
            <circle r={s.key === selected ? 8 : 6} style={{ stroke: color }} />
            <text x={11} y={4}>
              {s.name}
            </text>
          </g>
        ) : null,
      )}
    </svg>
  )
}
