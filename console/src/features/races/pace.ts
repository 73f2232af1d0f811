/** The fastest pace that anybody can run, as minutes and seconds per kilometre and as speeds (RACE-5). Pure. */

const MPH = 2.236936 // FMT-3

/** Minutes and seconds per kilometre of a speed in metres per second; nothing at 0. */
export function paceOf(speed: number): { min: number; sec: number } {
  const s = speed > 0 ? Math.round(1000 / speed) : 0
  return { min: Math.floor(s / 60), sec: s % 60 }
}

/** Metres per second; 0, no test, for no time at all. */
export function speedOf(min: number, sec: number): number {
  const s = min * 60 + sec
  return s > 0 ? 1000 / s : 0
}

/** A whole number as it was typed; what is none is 0 (RACE-5). */
export function whole(text: string): number {
  return Math.max(0, Number.parseInt(text, 10) || 0)
}

/** "6.67 m/s · 14.9 mph" */
export function speedWords(speed: number): string {
  return speed > 0 ? `${speed.toFixed(2)} m/s · ${(speed * MPH).toFixed(1)} mph` : 'No test: any speed is believed.'
}
