import { AlertTriangle, CheckCircle2, CircleHelp, XCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Status.module.css'

/** The four states that colour may mean, and "off" for what is not in use. A word or an icon always says the same. */
export type State = 'good' | 'warn' | 'bad' | 'info' | 'off'

/** A status circle, 12 px across unless told (UI-8). Always beside a word. */
export function StatusDot({ state, size = 12 }: { state: State; size?: number }) {
  return <span className={`${css.dot} ${css[state]}`} style={{ width: size, height: size }} data-state={state} aria-hidden />
}

/** A short word about the state of one thing: Finished, DNF, 3 faults. */
export function Badge({ state = 'off', children }: { state?: State; children: ReactNode }) {
  return <span className={`${css.badge} ${css[`${state}Soft`]}`}>{children}</span>
}

const ICONS = { good: CheckCircle2, warn: AlertTriangle, bad: XCircle, info: CircleHelp, off: CircleHelp }

/** A sentence about what happened, what is safe and what to do. */
export function Notice({ state, children }: { state: State; children: ReactNode }) {
  const Icon = ICONS[state]
  return (
    <div className={`${css.notice} ${css[`${state}Soft`]}`} role={state === 'bad' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  )
}

/** A race's colour as a small square; always beside its name. */
export function Swatch({ color }: { color: string }) {
  return <span className={`${css.swatch} ${color ? '' : css.noRace}`} style={color ? { background: color } : undefined} aria-hidden />
}
