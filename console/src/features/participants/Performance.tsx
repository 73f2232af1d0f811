import type { ParticipantDetail } from '../../api/types.ts'
import { usePreference } from '../../lib/preferences.ts'
import { clock, clockMs, durationMs, raceTime, zoneName } from '../../lib/time.ts'
import { count, MISSING } from '../../lib/units.ts'
import { PerformanceActions } from './PerformanceActions.tsx'
import { PrintButton } from './PrintButton.tsx'
import { Reads } from './Reads.tsx'
import { Splits } from './Splits.tsx'
import { lastSplitOf, placeOf, type Lookup } from './standing.ts'
import css from './participant.module.css'

/** The performance tab: places out of how many, times and where they come from, splits, and every read. */
export function Performance({ person: p, look }: { person: ParticipantDetail; look: Lookup }) {
  const [miles] = usePreference('wantsMiles')
  const race = look.race.get(p.raceId)
  return (
    <div className={css.performance}>
      <div className={css.does}>
        <PerformanceActions person={p} />
        <PrintButton raceEventId={p.raceEventId} id={p.id} />
      </div>
      <Places p={p} />
      <Times p={p} look={look} />
      <Splits splits={p.splits} crossings={p.crossings} race={race} zone={look.zone} miles={miles} gender={genderWord(p.gender)} />
      <Reads reads={p.reads} crossings={p.crossings} zone={look.zone} />
    </div>
  )
}

function genderWord(gender: string): string {
  return { M: 'Men', F: 'Women' }[gender.toUpperCase()] ?? (gender || 'Gender')
}

function Places({ p }: { p: ParticipantDetail }) {
  const tiles = [
    { label: 'Overall', place: p.overallPlace, of: p.outOf.overall },
    { label: genderWord(p.gender), place: p.genderPlace, of: p.outOf.gender },
    { label: p.band ? `Age ${p.band}` : 'Age group', place: p.bandPlace, of: p.outOf.band },
  ]
  return (
    <dl className={css.tiles}>
      {tiles.map((t) => {
        const place = placeOf(p, t.place)
        return (
          <div key={t.label}>
            <dt>{t.label}</dt>
            <dd>
              <b>{place === null ? MISSING : count(place)}</b>
              {place === null ? null : <small>of {count(t.of)}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Times({ p, look }: { p: ParticipantDetail; look: Lookup }) {
  const race = look.race.get(p.raceId)
  const zone = zoneName(p.st ?? race?.startTime, look.zone)
  const started = p.st ? `started ${clockMs(p.st, look.zone)} ${zone}` : 'not started'
  const ended = p.ft ? `finished ${clockMs(p.ft, look.zone)} ${zone}` : ''
  const ranks = (gun: boolean) => ((race?.gunTime ?? true) === gun ? 'ranks in this race' : 'does not rank in this race')
  const tiles =
    p.timeMs === null
      ? [
          { label: 'Elapsed', ms: p.elapsedMs, tip: `${started}; last seen ${clockMs(p.lastSeenAt, look.zone)}` },
          { label: 'Started', text: clock(p.st, look.zone), tip: started },
          { label: 'Last seen', text: clock(p.lastSeenAt, look.zone), tip: `${clockMs(p.lastSeenAt, look.zone)} ${zone}` },
        ]
      : [
          { label: 'Official', ms: p.timeMs, tip: `${started}; ${ended}; rounded up to the second` },
          { label: 'Chip', ms: p.chipMs, tip: `from the start mat; ${ranks(false)}` },
          { label: 'Gun', ms: p.gunMs, tip: `from the gun; ${ranks(true)}` },
        ]
  return (
    <>
      <dl className={css.tiles}>
        {tiles.map((t) => (
          <div key={t.label} title={`${'ms' in t ? `${durationMs(t.ms)}, ` : ''}${t.tip}`}>
            <dt>{t.label}</dt>
            <dd>
              <b className={css.mono}>{'ms' in t ? raceTime(t.ms) : t.text}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.story}>{storyOf(p, look, zone).join(' ')}</p>
    </>
  )
}

/** What the tiles do not say. */
function storyOf(p: ParticipantDetail, look: Lookup, zoneText: string): string[] {
  const story: string[] = []
  const { zone } = look
  if (p.ft) story.push(`Started ${clock(p.st, zone)}, finished ${clock(p.ft, zone)} ${zoneText}.`)
  else if (!p.st) story.push('No reader has seen a start yet.')
  else if (lastSplitOf(p, look)) story.push(`Last seen at ${lastSplitOf(p, look)}.`)
  if (p.flag) story.push(`Started ${p.flag}: more than 4:10 ${p.flag === 'early' ? 'before' : 'after'} their wave.`)
  if (p.afterCutoff) story.push('Passed a cutoff too late.')
  return story
}
