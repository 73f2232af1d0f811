import type { ReactNode } from 'react'
import { Elsewhere } from '../../ui/Elsewhere.tsx'
import { elsewhere, keepMine, takeTheirs } from './draft.ts'
import { useEditor } from './editor.ts'
import css from './races.module.css'

interface Props {
  path: string
  /** How a value of the field reads, for the mark that somebody else changed it. */
  say?: (value: never) => string
  /** Left out where the field itself stands elsewhere. */
  children?: ReactNode
}

/** A field of the draft: it can be found by its path, and says when somebody else changed it meanwhile. */
export function Edited({ path, say = String, children }: Props) {
  const { draft, change } = useEditor()
  const other = elsewhere(draft, path)
  return (
    <div className={css.cell} data-path={path}>
      {children}
      {other ? <Elsewhere theirs={other.theirs === undefined || other.theirs === null ? '' : say(other.theirs as never)} onTake={() => change((d) => takeTheirs(d, path))} onKeep={() => change((d) => keepMine(d, path))} /> : null}
    </div>
  )
}

export const onOff = (on: boolean) => (on ? 'on' : 'off')
