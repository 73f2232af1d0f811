/** The product's mark, in the accent of the theme. Decoration: the words beside it say the name. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ color: 'var(--accent)' }}>
      <circle cx="16" cy="16" r="11" fill="none" stroke="currentColor" strokeWidth="6" />
      <circle cx="16" cy="16" r="3.5" fill="currentColor" />
    </svg>
  )
}
