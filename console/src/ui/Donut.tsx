import { Pie } from '@visx/shape'
import { count } from '../lib/units.ts'
import css from './Donut.module.css'

export interface Slice { label: string; value: number; color: string }

const SIZE = 148

/** A doughnut, cut out by half, with its numbers beside it as a table: the form for screen readers and for print (CHART-1, CHART-2). */
export function Donut({ title, slices, unit }: { title: string; slices: Slice[]; unit: string }) {
  const total = slices.reduce((sum, s) => sum + s.value, 0)
  const r = SIZE / 2
  const share = (n: number) => (total === 0 ? '0.00' : ((100 * n) / total).toFixed(2))
  return (
    <figure className={css.box}>
      <div className={css.figure}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden className={css.ring}>
        <g transform={`translate(${r} ${r})`}>
          {total === 0 ? <circle r={r * 0.75} fill="none" stroke="var(--sunken)" strokeWidth={r * 0.5} /> : null}
          <Pie data={slices.filter((s) => s.value > 0)} pieValue={(s) => s.value} outerRadius={r} innerRadius={r * 0.5} pieSort={null} pieSortValues={null} padAngle={0.012}>
            {(pie) =>
              pie.arcs.map((arc) => (
                <path key={arc.data.label} d={pie.path(arc) ?? ''} fill={arc.data.color}>
                  <title>{`${arc.data.label} ${share(arc.data.value)}%`}</title>
                </path>
              ))
            }
          </Pie>
          <text className={css.total} textAnchor="middle" y={1}>
            {count(total)}
          </text>
          <text className={css.unit} textAnchor="middle" y={15}>
            {unit}
          </text>
        </g>
      </svg>
      <table className={css.table}>
        <caption>{title}</caption>
        <thead className="said">
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Count</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {slices.map((s) => (
            <tr key={s.label}>
              <th scope="row">
                <span className={css.key} style={{ background: s.color }} aria-hidden />
                {s.label}
              </th>
              <td>{count(s.value)}</td>
              <td className={css.share}>{share(s.value)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      </div>
    </figure>
  )
}
