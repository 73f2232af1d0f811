import { AlertTriangle, CheckCircle2, CircleHelp, XCircle } from 'lucide-react'
import type { Judgement } from '../../api/manual.ts'
import type { Participant, RaceEvent } from '../../api/types.ts'
import { age } from '../../lib/time.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge, Swatch } from '../../ui/Status.tsx'
import css from './rows.module.css'
import type { Verdict } from './useJudgement.ts'

const LOOKS = {
  good: { word: 'Good', Icon: CheckCircle2 },
  questionable: { word: 'Questionable', Icon: AlertTriangle },
  bad: { word: 'Bad', Icon: XCircle },
  unknown: { word: 'Unknown bib', Icon: CircleHelp },
}

/** Good, questionable, bad or unknown: a colour, a sign and a word. Nothing while it is not known. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  if (verdict.state === 'open') return null
  const { word, Icon } = LOOKS[verdict.state]
  return (
    <span className={css.verdict} data-state={verdict.state}>
      <Icon aria-hidden />
      {word}
      {verdict.split && verdict.state === 'good' ? <span className={css.at}>{verdict.split}</span> : null}
    </span>
  )
}

export function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <ul className={css.reasons}>
      {reasons.map((r) => (
        <li key={r}>{r}</li>
      ))}
    </ul>
  )
}

/** Whose bib it is, from the people that are held: there at once, and without a line. */
export function Person({ who, said, event }: { who: Participant | undefined; said?: Judgement | undefined; event: RaceEvent }) {
  const now = useNow(5)
  if (!who) return <p className={css.person}>{said && said.participantId > 0 ? `${said.firstName} ${said.lastName}` : 'Unknown Participant'}</p>
  const race = event.races.find((r) => r.id === who.raceId)
  const split = race?.splits.find((s) => s.id === who.lastSplitId)
  return (
    <>
      <p className={css.person}>{`${who.firstName} ${who.lastName}`.trim() || 'Unnamed'}</p>
      <p className={css.about}>
        <Swatch color={race?.color ?? ''} />
        <span>{race?.name ?? 'No race'}</span>
        <Badge state={STATES[who.status] ?? 'off'}>{who.statusLabel}</Badge>
        {split ? (
          <span className={css.quiet}>
            {split.name}, {age(who.lastSeenAt, now)}
          </span>
        ) : null}
      </p>
    </>
  )
}

// DNS, DNF and DQ are worth a look before a time is entered; every other word speaks for itself.
const STATES: Record<number, 'warn'> = { 1: 'warn', 2: 'warn', 3: 'warn' }
