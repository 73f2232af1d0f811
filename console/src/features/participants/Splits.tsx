import { useMemo, useState } from 'react'
import type { Crossing, Race, SplitTime } from '../../api/types.ts'
import { clock, clockMs, duration, durationMs, ms, raceTime } from '../../lib/time.ts'
import { distance, distanceUnit, MISSING, pace } from '../../lib/units.ts'
import { splitLines } from './splits.ts'
import { CrossingMenu } from './CrossingMenu.tsx'
import { repeats } from './standing.ts'
import css from './participant.module.css'

interface Props {
  splits: readonly SplitTime[]
  /** What the times were made of. */
  crossings: readonly Crossing[]
  race: Race | undefined
  zone: string
  miles: boolean
  gender: string
}

/** More lines than this are folded: after a night of laps the last ones are what is asked for. */
const FOLD = 12

/** Every split or lap with its times and places. Milliseconds and the time of day are at the pointer. */
export function Splits({ splits, crossings, race, zone, miles, gender }: Props) {
  const all = useMemo(() => splitLines(splits, race), [splits, race])
  const [whole, setWhole] = useState(false)
  if (all.length === 0) return null
  const earlier = whole || all.length <= FOLD ? 0 : all.length - FOLD
  const lines = all.slice(earlier)
  const unit = distanceUnit(miles)
  return (
    <section className={css.block}>
      <div className={css.head}>
        <h2>{repeats(race) ? 'Laps' : 'Splits'}</h2>
        {earlier > 0 ? (
          <button type="button" className={css.fold} onClick={() => setWhole(true)}>
            Show {earlier} earlier
          </button>
        ) : null}
      </div>
      <table className={css.splits}>
        <thead>
          <tr>
            <th scope="col">{repeats(race) ? 'Lap' : 'Split'}</th>
            <th scope="col" className={css.km}>
              {unit}
            </th>
            <th scope="col" className={css.wide}>
              Clock
            </th>
            <th scope="col">Elapsed</th>
            <th scope="col">{repeats(race) ? 'Lap time' : 'Segment'}</th>
            <th scope="col">{`min/${unit}`}</th>
            <th scope="col">
              <abbr title="Overall place there">Pl</abbr>
            </th>
            <th scope="col">
              <abbr title={`${gender}: place there`}>{gender.slice(0, 1)}</abbr>
            </th>
            <th scope="col" className={css.does}>
              <span className="said">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((s) => (
            <tr key={`${s.splitId} ${s.lap}`} title={`${clockMs(s.at, zone)}${s.outAt ? `, out ${clockMs(s.outAt, zone)}` : ''} · ${durationMs(s.elapsedMs)}`}>
              <th scope="row" className={s.inner ? css.inner : ''}>
                {s.title}
                {s.outAt && s.at ? <small title="Time in the station">{duration(ms(s.outAt) - ms(s.at)).replace(/^0:/, '')} in</small> : null}
                {s.afterCutoff ? <span className={css.flag}>cutoff</span> : null}
              </th>
              <td className={`${css.dim} ${css.km}`}>{distance(s.distance, miles)}</td>
              <td className={`${css.wide} ${css.mono}`}>{clock(s.at, zone)}</td>
              <td className={css.mono}>{s.distance === 0 && s.elapsedMs === 0 ? MISSING : raceTime(s.elapsedMs)}</td>
              <td className={`${css.mono} ${css.dim}`}>{raceTime(s.segmentMs)}</td>
              <td className={css.dim}>{pace(s.segmentMetres ?? 0, s.segmentMs ?? 0, miles)}</td>
              <td>{s.place ?? MISSING}</td>
              <td className={css.dim}>{s.genderPlace ?? MISSING}</td>
              <td className={css.does}>
                <Menu of={s.title} crossing={crossings.find((c) => c.validCrossing && c.splitId === s.splitId && c.loopId === s.lap)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A time that no crossing stands behind, such as a start by the gun, has nothing to be done with. */
function Menu({ crossing, of }: { crossing: Crossing | undefined; of: string }) {
  return crossing ? <CrossingMenu crossing={crossing} of={of} /> : null
}
