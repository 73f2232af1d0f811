import css from './ProgressBar.module.css'

/** How far long work is: its name, a word at the right, and a bar (`p` from 0 to 100; null when it stopped). */
export function ProgressBar({ label, word, p }: { label: string; word: string; p: number | null }) {
  return (
    <div className={css.progress}>
      <div className={css.line}>
        <span>{label}</span>
        <span className={p === null ? css.failed : css.word}>{word}</span>
      </div>
      <progress className={css.bar} max={100} value={p ?? 0} aria-label={label} />
    </div>
  )
}
