import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { askTracking, isTracking, type Tracking, trackingQuery } from '../api/tracking.ts'
import type { RaceEvent } from '../api/types.ts'
import { toast } from '../lib/toast.ts'
import { socket } from '../live/connection.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Notice, type State } from '../ui/Status.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { EventProps } from './windows.ts'
import css from './AutomaticDialog.module.css'

/** Where the public standings of an event are pushed to (LIVE-4). No password is ever shown: one that is known is named so. */
export default function TrackingDialog({ event, onClose }: EventProps & { onClose: () => void }) {
  const state = useQuery(trackingQuery(event.id))
  if (state.data) return <Form event={event} known={state.data} onClose={onClose} />
  return (
    <Dialog title="Live Tracking" isOpen onClose={onClose} buttons={<Button onPress={onClose}>Cancel</Button>}>
      {state.error ? <Notice state="bad">{state.error.message}</Notice> : <Skeleton rows={3} label="Looking at live tracking" />}
    </Dialog>
  )
}

function Form({ event, known, onClose }: { event: RaceEvent; known: Tracking; onClose: () => void }) {
  const first = known.server ? known : known.defaults
  const [server, setServer] = useState(first.server)
  const [user, setUser] = useState(first.user)
  const [password, setPassword] = useState('')
  const { busy, said, ask } = useAnswers(event.id, (action) => {
    if (action !== 'start_livetracking') return
    toast(`The public standings go to ${server}.`)
    onClose()
  })
  const runs = known.state !== 'off'
  const kept = [known, known.defaults].some((t) => t.hasPassword && t.server === server && t.user === user)
  return (
    <Dialog
      title="Live Tracking"
      isOpen
      size="m"
      onClose={onClose}
      buttons={
        <>
          <Button look="quiet" isDisabled={!runs} busy={busy === 'stop_livetracking'} onPress={() => ask('stop_livetracking')}>
            Stop
          </Button>
          <Button look="quiet" isDisabled={!runs} busy={busy === 'send_keyframe'} onPress={() => ask('send_keyframe')}>
            Send Keyframe
          </Button>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" isDisabled={server.trim() === ''} busy={busy === 'start_livetracking'} onPress={() => ask('start_livetracking', { host: server.trim(), user, pass: password })}>
            Done
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        {said ? <Notice state={said.state}>{said.words}</Notice> : <Notice state={standing(known).state}>{standing(known).words}</Notice>}
        <TextField label="Server" value={server} onChange={setServer} verbatim autoFocus placeholder="https://live.example.org/push" hint="https:// or mqtts://; a name alone is an MQTT server" />
        <TextField label="User" value={user} onChange={setUser} verbatim autoComplete="off" />
        <TextField label="Password" type="password" value={password} onChange={setPassword} autoComplete="new-password" {...(kept ? { placeholder: 'as it is known', hint: 'Leave it empty to use the one that is known.' } : {})} />
        {event.isPublic ? null : <Notice state="warn">This event is not public. Its standings go to the server all the same, with public splits only.</Notice>}
      </div>
    </Dialog>
  )
}

interface Said { state: State; words: string }

function standing(t: Tracking): Said {
  if (t.state === 'off') return { state: 'off', words: 'The standings go nowhere. Done starts to push them; only public splits leave, and no contact data, birth dates or notes.' }
  if (t.state === 'running') return { state: 'good', words: `The standings go to ${t.server}.` }
  if (t.state === 'failing') return { state: 'bad', words: `${sentence(t.status)} It goes on trying.` }
  return { state: 'info', words: `The standings go to ${t.server} as soon as it answers.` }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

const PATIENCE_MS = 5_000

// Asks over the control channel and waits for what is said of it, at most five seconds (LIVE-5): `taken` hears of what worked.
function useAnswers(eventId: number, taken: (action: string) => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState('')
  const [said, setSaid] = useState<Said | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const told = useEffectEvent((status: string) => {
    if (busy === '' || (busy === 'stop_livetracking' && status === 'OK')) return // said before it heard of the stop
    const words = { OK: busy === 'send_keyframe' ? 'The keyframe was taken.' : '', Stopped: 'Stopped. The standings go nowhere any more.' }[status]
    clearTimeout(timer.current)
    setBusy('')
    setSaid(words === undefined ? { state: 'bad', words: sentence(status) } : words ? { state: 'good', words } : null)
    if (status === 'OK') taken(busy)
  })
  useEffect(() => {
    const stop = socket.listen({
      message: (channel, m) => {
        if (channel !== 'ControlChannel' || !isTracking(m, eventId)) return
        if (m.status !== 'OK') askTracking(client, eventId)
        told(m.status ?? '')
      },
      reconnected: () => {},
    })
    return () => (stop(), clearTimeout(timer.current))
  }, [client, eventId])
  const ask = (action: string, data: Record<string, unknown> = {}) => {
    setSaid(null)
    if (!socket.perform(action, { raceEventId: eventId, ...data })) {
      setSaid({ state: 'bad', words: 'The line to raced is down, so nothing was asked. Try again when the strip says Connected.' })
      return
    }
    setBusy(action)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setBusy('')
      setSaid({ state: 'warn', words: 'Nothing has been heard yet. It goes on by itself; the lamp Tracking says how it stands.' })
      askTracking(client, eventId)
    }, PATIENCE_MS)
  }
  return { busy, said, ask }
}
