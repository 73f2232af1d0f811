import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { startIngress, stopIngress } from '../../api/ingress.ts'
import { keys, queries } from '../../api/queries.ts'
import type { RaceEvent } from '../../api/types.ts'
import { clock } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Notice, StatusDot } from '../../ui/Status.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import css from './editor.module.css'
import type { TabProps } from './EventForm.tsx'
import { ADAPTERS, ingressText, ingressWanted, POLL_DEFAULT } from './ingress.ts'

/** The form of the chosen adapter (SRC-2, SRC-3), and below it how the feed stands. */
export function IngressFields({ draft, error }: TabProps) {
  const { shown, elsewhere, set, take, event, changed } = draft
  const adapter = ADAPTERS.find((a) => a.value === shown.posIngressType)
  if (!adapter) return null
  const unsaved = (['posIngressType', 'feedUrl', 'feedPoll'] as const).some((key) => key in changed)
  return (
    <>
      <div>
        <TextField label={adapter.url} type="url" verbatim value={shown.feedUrl} onChange={(v) => set('feedUrl', v)} error={error('posIngressOpts.url')} hint={adapter.hint} />
        <Elsewhere theirs={elsewhere.feedUrl} onTake={() => take('feedUrl')} />
      </div>
      <div>
        <NumberField label="Poll Frequency" unit="s" min={5} empty={POLL_DEFAULT} value={shown.feedPoll} onChange={(v) => set('feedPoll', v)} error={error('posIngressOpts.pollfreq')} />
        <Elsewhere theirs={elsewhere.feedPoll === undefined ? undefined : `${elsewhere.feedPoll} s`} onTake={() => take('feedPoll')} />
      </div>
      {event ? <Line event={event} unsaved={unsaved} /> : null}
    </>
  )
}

/** How the feed stands, what the last answer held, and Start or Stop. */
function Line({ event, unsaved }: { event: RaceEvent; unsaved: boolean }) {
  const client = useQueryClient()
  const state = event.posIngressState
  const wanted = ingressWanted(state)
  const { data } = useQuery({ ...queries.ingress(event.id, event.posIngressStatusAt), enabled: wanted })
  const act = useMutation({
    mutationFn: () => (wanted ? stopIngress(event.id) : startIngress(event.id)),
    // What is told over the channel may be newer than this answer.
    onSuccess: (now) =>
      client.setQueryData<RaceEvent>(keys.event(event.id), (e) => (e && (now.statusAt ?? '') > (e.posIngressStatusAt ?? '') ? { ...e, posIngressState: now.state, posIngressStatusAt: now.statusAt } : e)),
  })
  const dot = state === 'running' ? 'good' : state === 'starting' ? 'info' : wanted ? 'bad' : 'off'
  return (
    <div className={css.ingress} role="group" aria-label="Position ingress">
      <div className={css.ingressLine}>
        <StatusDot state={dot} size={10} />
        <span className={css.ingressState}>{ingressText(state)}</span>
        {event.posIngressStatusAt && state ? <span className={css.quiet}>since {clock(event.posIngressStatusAt, event.timezone)}</span> : null}
        <Button busy={act.isPending} isDisabled={unsaved && !wanted} onPress={() => act.mutate()}>
          {wanted ? 'Stop' : 'Start'}
        </Button>
      </div>
      {unsaved && !wanted ? <p className={css.hint}>Save the event first.</p> : null}
      {wanted && data?.detail ? <p className={css.hint}>{data.detail}</p> : null}
      {wanted && data && data.rows > 0 ? (
        <p className={css.hint}>
          {data.rows === 1 ? '1 row' : `${data.rows} rows`} in the last answer
          {data.unmatchedCount > 0 ? `; nobody here is ${data.unmatched.slice(0, 5).join(', ')}${data.unmatchedCount > 5 ? ` and ${data.unmatchedCount - 5} more` : ''}` : ''}
          {data.unknownSplits.length > 0 ? `; no split is called ${data.unknownSplits.join(', ')}` : ''}
        </p>
      ) : null}
      {act.error ? <Notice state="bad">{act.error.message}</Notice> : null}
    </div>
  )
}
