import { Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { clock, dateTime, zoneName } from '../../lib/time.ts'
import { count } from '../../lib/units.ts'
import { IconButton } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { passedBy, type Reel } from './player.ts'
import { SPEEDS } from './replaySearch.ts'
import css from './crossings.module.css'

interface Props {
  reel: Reel
  player: { at: number; running: boolean; toggle: () => void; seek: (at: number) => void }
  zone: string
  speed: number
  onSpeed: (speed: number) => void
}

/** Play and pause (Space), the place in the span, and the speed. */
export function Controls({ reel, player, zone, speed, onSpeed }: Props) {
  const space = useEffectEvent((e: KeyboardEvent) => {
    const at = e.target instanceof Element ? e.target : null
    if (e.key !== ' ' || e.ctrlKey || e.metaKey || e.altKey || at?.closest('input:not([type=range]), textarea, select, button, a, [role=grid], [role=dialog], [role=menu], [role=spinbutton]')) return
    e.preventDefault()
    player.toggle()
  })
  useEffect(() => {
    const listen = (e: KeyboardEvent) => space(e)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const speeds = SPEEDS.includes(speed as (typeof SPEEDS)[number]) ? SPEEDS : [...SPEEDS, speed].toSorted((a, b) => a - b)
  return (
    <div className={css.controls}>
      <IconButton label={player.running ? 'Pause' : 'Play'} keys="Space" look="primary" onPress={player.toggle}>
        {player.running ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
      <output className={css.at} title={`${dateTime(player.at, zone)} ${zoneName(player.at, zone)}`}>
        {clock(player.at, zone)}
      </output>
      <input
        type="range"
        className={css.scrub}
        aria-label="Time"
        aria-valuetext={`${dateTime(player.at, zone)}, ${passedBy(reel, player.at)} crossings`}
        min={reel.from}
        max={reel.to}
        step={1000}
        value={player.at}
        onChange={(e) => player.seek(Number(e.target.value))}
      />
      <span className={css.length} title="Come by so far">{`${count(passedBy(reel, player.at))} of ${count(reel.crossings.length)}`}</span>
      <SelectField label="Speed" hideLabel value={String(speed)} options={speeds.map((s) => ({ value: String(s), label: `${s}×` }))} onChange={(v) => onSpeed(Number(v))} />
    </div>
  )
}
