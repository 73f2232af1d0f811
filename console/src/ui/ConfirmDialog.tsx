import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** What will happen and what is safe, in a sentence. */
  text: string
  /** The button says what it does: "Remove 3 crossings". */
  action: string
  /** What the other button does, when that is more than to cancel. It has the focus then: a hasty Enter loses nothing. */
  keep?: string
  isOpen: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. Closing it does nothing at all (UI-17). */
export function ConfirmDialog({ title, text, action, keep, isOpen, busy = false, onConfirm, onClose }: Props) {
  return (
    <Dialog
      alert
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus={keep !== undefined}>
            {keep ?? 'Cancel'}
          </Button>
          <Button look="danger" busy={busy} onPress={onConfirm} autoFocus={keep === undefined}>
            {action}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
