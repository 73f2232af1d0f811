import css from './Kbd.module.css'

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as they are printed on this keyboard: "Mod K" is ⌘ K on a Mac and Ctrl K elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={css.keys}>
      {keys.split(' ').map((k) => (
        <kbd key={k} className={css.key}>
          {k === 'Mod' ? (mac ? '⌘' : 'Ctrl') : k}
        </kbd>
      ))}
    </span>
  )
}
