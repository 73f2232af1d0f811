import { useEffect, useState } from 'react'

/** Whether the alt key is held now. Alternate content is an extra, never a permission (AUTH-8). */
export function useAlt(): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const on = (e: KeyboardEvent | PointerEvent) => setHeld(e.altKey)
    const off = () => setHeld(false)
    addEventListener('keydown', on)
    addEventListener('keyup', on)
    addEventListener('pointerdown', on)
    addEventListener('blur', off)
    return () => {
      removeEventListener('keydown', on)
      removeEventListener('keyup', on)
      removeEventListener('pointerdown', on)
      removeEventListener('blur', off)
    }
  }, [])
  return held
}
