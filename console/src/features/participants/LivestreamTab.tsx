import { Maximize2 } from 'lucide-react'
import { useRef } from 'react'
import type { ParticipantDetail } from '../../api/types.ts'
import { usePreference } from '../../lib/preferences.ts'
import { raceTime } from '../../lib/time.ts'
import { count, distanceUnit, pace, shortBib } from '../../lib/units.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePerson } from './person.ts'
import { lastSplitOf, placeOf, timeOf, type Lookup } from './standing.ts'
import css from './lowerThird.module.css'

/** The lower-third card of one person for a video: split, pace and places as they are now, on a ground that a mixer keys out. */
export default function LivestreamTab() {
  const { detail, look } = usePerson()
  const stage = useRef<HTMLDivElement>(null)
  if (!detail) return <Skeleton rows={4} label="Loading the performance" />
  return (
    <div className={css.tab}>
      <div className={css.stage} ref={stage}>
        <LowerThird p={detail} look={look} />
      </div>
      <div className={css.tools}>
        <p>Follows the race by itself. In full screen there is nothing but the card.</p>
        <Button icon={<Maximize2 aria-hidden />} onPress={() => void stage.current?.requestFullscreen?.().catch(() => {})}>
          Full screen
        </Button>
      </div>
    </div>
  )
}

function LowerThird({ p, look }: { p: ParticipantDetail; look: Lookup }) {
  const [miles] = usePreference('wantsMiles')
  const race = look.race.get(p.raceId)
  const place = placeOf(p, p.overallPlace)
  const gender = placeOf(p, p.genderPlace)
  const facts = [
    { label: p.ft ? 'Finish' : lastSplitOf(p, look) || 'Start', value: raceTime(timeOf(p)) },
    { label: `Pace /${distanceUnit(miles)}`, value: pace(p.distance, timeOf(p) ?? 0, miles) },
    { label: 'Place', value: place === null ? p.statusLabel : count(place) },
    { label: { M: 'Men', F: 'Women' }[p.gender.toUpperCase()] ?? 'Gender', value: gender === null ? '-' : count(gender) },
  ]
  return (
    <section className={css.card} style={race?.color ? { borderLeftColor: race.color } : undefined} aria-label={`Lower third of ${p.firstName} ${p.lastName}`}>
      <b className={css.bib}>{shortBib(p.bib)}</b>
      <div className={css.who}>
        <strong>
          {p.firstName} {p.lastName}
        </strong>
        <span>{[race?.name, p.teamName || [p.city, p.state].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}</span>
      </div>
      <dl className={css.facts}>
        {facts.map((f) => (
          <div key={f.label}>
            <dt>{f.label}</dt>
            <dd>{f.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
