import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

const SETTLE_MS = 200

/**
 * The view as it stands in the address (filters, order, columns), and the way to change it. A change shows at once; the address follows when
 * the typing pauses. `back` and links from elsewhere come the other way.
 */
export function useView<S extends object>(): [S, (change: (view: S) => S) => void] {
  const address = useSearch({ strict: false } as never) as S
  const navigate = useNavigate()
  const [view, show] = useState(address)
  const written = useRef(JSON.stringify(address))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const text = JSON.stringify(address)
  useEffect(() => {
    if (text === written.current) return
    written.current = text
    clearTimeout(timer.current)
    show(JSON.parse(text) as S)
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = useCallback(
    (how: (view: S) => S) => {
      show((now) => {
        const next = how(now)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          written.current = JSON.stringify(next)
          void navigate({ to: '.', search: next as never, replace: true })
        }, SETTLE_MS)
        return next
      })
    },
    [navigate],
  )
  return [view, change]
}
