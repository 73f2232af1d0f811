import type { ReactNode } from 'react'
import css from './Card.module.css'

/** A part of a screen with its own heading. `aside` stands at the right of the heading. */
export function Card({ title, aside, children, flush = false }: { title: ReactNode; aside?: ReactNode; children: ReactNode; flush?: boolean }) {
  return (
    <section className={css.card}>
      <header className={css.head}>
        <h2>{title}</h2>
        {aside ? <div className={css.aside}>{aside}</div> : null}
      </header>
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  )
}
