import { History } from 'lucide-react'
import { Button } from './Button.tsx'
import css from './Elsewhere.module.css'

interface Props {
  /** What somebody else saved, in words. */
  theirs: string
  onTake: () => void
  onKeep: () => void
}

/** The mark at a field that somebody else changed while it was being changed here, with both ways out. */
export function Elsewhere({ theirs, onTake, onKeep }: Props) {
  return (
    <div className={css.elsewhere} role="status">
      <History aria-hidden />
      <span>
        Changed elsewhere: <b>{theirs || 'nothing'}</b>
      </span>
      <Button look="quiet" onPress={onTake}>
        Use it
      </Button>
      <Button look="quiet" onPress={onKeep}>
        Keep mine
      </Button>
    </div>
  )
}
