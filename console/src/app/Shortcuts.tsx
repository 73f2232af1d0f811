import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { SCREENS, SETTINGS } from './screens.ts'
import css from './Shortcuts.module.css'

const ANYWHERE: [string, string][] = [
  ['Mod K', 'Search and commands'],
  ['/', 'Search people, bibs, events'],
  ['i', 'Notifications, recents, last seen'],
  ['?', 'This list'],
  ['Esc', 'Close the topmost'],
]

const LISTS: [string, string][] = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['PgDn', 'A screen down'],
  ['Home', 'First row'],
  ['End', 'Last row'],
  ['Enter', 'Open beside the list'],
  ['Esc', 'Close what is open'],
]

const MANUAL: [string, string][] = [
  ['Enter', 'Stamp the time now'],
  ['Space', 'The time alone, its bib later'],
  ['↑', 'Change one that was entered'],
  ['Del', 'Remove it'],
  ['Mod Enter', 'Save'],
]

/** Every key that does something, by "?". */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const screens = [...SCREENS, SETTINGS].map((s): [string, string] => [`g ${s.letter}`, s.title])
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} size="m">
      <div className={css.columns}>
        <div>
          <Keys title="Anywhere" keys={ANYWHERE} />
          <Keys title="Go to" keys={screens} />
        </div>
        <div>
          <Keys title="In lists" keys={LISTS} />
          <Keys title="In Manual Time" keys={MANUAL} />
        </div>
      </div>
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: [string, string][] }) {
  return (
    <section className={css.group}>
      <h3>{title}</h3>
      <dl>
        {keys.map(([k, words]) => (
          <div key={k} className={css.line}>
            <dt>{words}</dt>
            <dd>
              <Kbd keys={k} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
