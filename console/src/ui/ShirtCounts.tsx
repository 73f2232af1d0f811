import { NumberField } from './NumberField.tsx'
import css from './ShirtCounts.module.css'
import { Switch } from './Switch.tsx'

/** Stock by size (DATA-15): xs … xxl, with w, m or y in front where the cut is its own. */
export interface ShirtCounts {
  unisex?: boolean
  wsizedown?: boolean
  sizes?: Readonly<Record<string, number>>
}

interface Props {
  value: ShirtCounts
  /** The whole counts with one thing changed. A size that was emptied is 0, one that cannot be read NaN; see `isCount`. */
  onChange: (value: ShirtCounts) => void
  isDisabled?: boolean
  /** What is wrong with a size, by its key. */
  errors?: Readonly<Record<string, string | undefined>>
}

const SIZES = ['xs', 's', 'm', 'l', 'xl', 'xxl'] as const
const WORDS: Record<(typeof SIZES)[number], string> = { xs: 'XS', s: 'S', m: 'M', l: 'L', xl: 'XL', xxl: '2XL' }

/** Shirts by size: unisex, or women's and men's; youth always (SHIRT-3 … SHIRT-7). */
export function ShirtCountsFields({ value, onChange, isDisabled = false, errors = {} }: Props) {
  const unisex = value.unisex ?? false
  const rows = [...(unisex ? [{ title: 'Sizes', cut: '' }] : [{ title: 'Women’s', cut: 'w' }, { title: 'Men’s', cut: 'm' }]), { title: 'Youth', cut: 'y' }]
  const count = (size: string, n: number) => onChange({ ...value, sizes: { ...value.sizes, [size]: n } })
  const fault = (size: string) => errors[size] ?? (isCount(value.sizes?.[size] ?? 0) ? undefined : 'Give a whole number, 0 or more.')
  const wrong = rows.flatMap((r) => SIZES.map((s) => [`${r.title} ${WORDS[s]}`, fault(r.cut + s)] as const)).find(([, e]) => e)
  return (
    <div className={css.shirts}>
      <div className={css.toggles}>
        <Switch isSelected={unisex} isDisabled={isDisabled} onChange={(on) => onChange({ ...value, unisex: on, wsizedown: on && (value.wsizedown ?? false) })}>
          Unisex
        </Switch>
        <Switch isSelected={value.wsizedown ?? false} isDisabled={isDisabled || !unisex} onChange={(on) => onChange({ ...value, wsizedown: on })}>
          Size Down Women
        </Switch>
      </div>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="said">Cut</span>
            </th>
            {SIZES.map((s) => (
              <th key={s} scope="col">
                {WORDS[s]}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, cut }) => (
            <tr key={cut}>
              <th scope="row">{title}</th>
              {SIZES.map((s) => (
                <td key={s} data-path={`shirts/sizes/${cut}${s}`} data-wrong={fault(cut + s) ? true : undefined}>
                  {cut === 'y' && s === 'xxl' ? null : (
                    <NumberField label={`${title} ${WORDS[s]}`} hideLabel value={value.sizes?.[cut + s] ?? 0} min={0} empty={0} onChange={(n) => count(cut + s, n)} isDisabled={isDisabled} />
                  )}
                </td>
              ))}
              <td className={css.total}>{total(value.sizes, cut)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {wrong ? <p className={css.error} role="alert">{`${wrong[0]}: ${wrong[1]}`}</p> : null}
    </div>
  )
}

/** Whether shirts can be counted so: whole numbers from 0 up (SHIRT-7). */
export function isCount(n: number): boolean {
  return Number.isInteger(n) && n >= 0
}

function total(sizes: ShirtCounts['sizes'], cut: string): string {
  const sum = SIZES.reduce((all, s) => all + (sizes?.[cut + s] ?? 0), 0)
  return Number.isNaN(sum) ? '–' : String(sum)
}
