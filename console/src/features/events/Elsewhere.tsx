import { History } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import css from './editor.module.css'

/** The mark beside a field that somebody else changed while it was being changed here, with their value to take. */
export function Elsewhere({ what = '', theirs, onTake }: { what?: string; theirs: string | undefined; onTake: () => void }) {
  if (theirs === undefined) return null
  return (
    <div className={css.elsewhere} role="status">
      <History aria-hidden />
      <span>
        {what ? `${what} changed` : 'Changed'} elsewhere: <b>{theirs || 'nothing'}</b>
      </span>
      <Button look="quiet" onPress={onTake}>
        Use it
      </Button>
    </div>
  )
}
