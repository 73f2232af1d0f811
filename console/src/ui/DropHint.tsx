import css from './DropHint.module.css'

/** Lies over an element while a file is over it (useFileDrop.ts), and says what dropping it does. The element is positioned. */
export function DropHint({ children }: { children: string }) {
  return (
    <p className={css.drop} aria-hidden>
      {children}
    </p>
  )
}
