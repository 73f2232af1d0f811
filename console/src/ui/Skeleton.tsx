import css from './Skeleton.module.css'

/** Grey bars where rows will be. They appear after 200 ms, so that a quick answer shows none. */
export function Skeleton({ rows = 6, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className={css.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, i) => (
        <span key={i} className={css.bar} style={{ width: `${92 - ((i * 37) % 40)}%` }} />
      ))}
    </div>
  )
}
