import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** What will happen and what is safe, in a sentence. */
  text: string
  /** The button says what it does: "Remove 3 crossings". */
  action: string
  isOpen: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone. Closing it does nothing at all (UI-17). */
export function ConfirmDialog({ title, text, action, isOpen, busy = false, onConfirm, onClose }: Props) {
  return (
    <Dialog
      alert
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      width={400}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="danger" busy={busy} onPress={onConfirm} autoFocus>
            {action}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
