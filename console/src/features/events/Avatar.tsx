import { useEffect, useMemo, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import css from './editor.module.css'
import { TYPES } from './picture.ts'

interface Props {
  /** The saved picture, "" for none. */
  src: string
  /** A picture that waits for the event to be saved. */
  held: File | null
  error: string | undefined
  /** Settled when the picture was sent, or kept for later. */
  onChoose: (picture: File) => Promise<void>
}

/** The event's picture, seen as soon as it is chosen (EVT-7, EVT-17). */
export function Avatar({ src, held, error, onChoose }: Props) {
  const [sending, setSending] = useState<File | null>(null)
  const preview = usePreview(sending ?? held)
  const choose = async (files: FileList | null) => {
    const picture = files?.[0]
    if (!picture) return
    setSending(picture)
    await onChoose(picture)
    setSending(null)
  }
  return (
    <div className={css.avatar}>
      <Logo src={preview || src} size={96} />
      <FileTrigger acceptedFileTypes={TYPES} onSelect={(files) => void choose(files)}>
        <Button busy={sending !== null} aria-describedby={error ? 'avatar-error' : undefined}>
          Choose
        </Button>
      </FileTrigger>
      {error ? (
        <p className={css.avatarError} id="avatar-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}

// The address of a picture that is only here; given back when another takes its place.
function usePreview(picture: File | null): string {
  const url = useMemo(() => (picture ? URL.createObjectURL(picture) : ''), [picture])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return url
}
