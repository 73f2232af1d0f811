import { useState } from 'react'
import { Mark } from './Mark.tsx'
import css from './Logo.module.css'

/** The picture of an event; the product's own mark while there is none, or when it cannot be shown (EVT-4). Decoration beside a name. */
export function Logo({ src, size }: { src: string; size: number }) {
  const [broken, setBroken] = useState('')
  return (
    <span className={css.logo} style={{ width: size, height: size }} data-own={(src !== '' && src !== broken) || undefined}>
      {src !== '' && src !== broken ? <img src={src} alt="" width={size} height={size} onError={() => setBroken(src)} /> : <Mark size={Math.round(size * 0.5)} />}
    </span>
  )
}
