import { useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { authenticate } from '../../api/actions.ts'
import { ApiError } from '../../api/http.ts'
import { keepSession, safePath, user } from '../../api/session.ts'
import { Mark } from '../../ui/Mark.tsx'
import { TextField } from '../../ui/TextField.tsx'
import css from './LoginScreen.module.css'

/** The sign-in box. A refusal shakes it and selects the password; the only words about it are for screen readers (AUTH-3). */
export function LoginScreen({ wanted }: { wanted?: string }) {
  const navigate = useNavigate()
  const router = useRouter()
  const box = useRef<HTMLFormElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState({ times: 0, words: '' })

  useEffect(() => {
    document.title = 'Sign in · Race Control'
    if (user() !== null) void navigate({ to: safePath(wanted), replace: true })
  }, [navigate, wanted])

  useEffect(() => {
    if (refused.times === 0) return
    password.current?.focus()
    password.current?.select()
    // Started again by script, so that the second refusal shakes as the first did.
    const shake = box.current?.animate?.([0, -9, 8, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 380, easing: 'ease-out' })
    return () => shake?.cancel()
  }, [refused])

  const submit = async (e: SubmitEvent<HTMLFormElement>) => {
    e.preventDefault()
    if (busy) return
    const values = new FormData(e.currentTarget)
    setBusy(true)
    try {
      keepSession(await authenticate(String(values.get('u') ?? ''), String(values.get('p') ?? '')))
      await router.navigate({ href: safePath(wanted), replace: true })
    } catch (error) {
      const words = error instanceof ApiError && error.status === 0 ? error.message : 'Not signed in. Check the username and the password.'
      setRefused(({ times }) => ({ times: times + 1, words }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className={css.screen}>
      <form ref={box} className={css.box} onSubmit={submit} data-refused={refused.times || undefined} aria-busy={busy}>
        <div className={css.brand}>
          <Mark size={36} />
          <h1>Race Control</h1>
        </div>
        <TextField big label="Username" name="u" autoComplete="username" verbatim autoFocus />
        <div className={css.last}>
          <TextField big label="Password" name="p" type="password" autoComplete="current-password" inputRef={password} />
          <AriaButton type="submit" className={css.go!} aria-label="Sign in" isPending={busy}>
            {busy ? <span className={css.spinner} aria-hidden /> : <ArrowRight aria-hidden />}
          </AriaButton>
        </div>
        <p className="said" role="alert" key={refused.times}>
          {refused.words}
        </p>
      </form>
    </main>
  )
}
