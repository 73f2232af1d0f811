import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

/** What stands where there is nothing: one line of what it is, one of why, and the next step. */
export function EmptyState({ icon, title, children, action }: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      {icon ? (
        <span className={css.icon} aria-hidden>
          {icon}
        </span>
      ) : null}
      <p className={css.title}>{title}</p>
      {children ? <div className={css.text}>{children}</div> : null}
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  )
}
