// A long track for measuring: a winding way over hills, as a recorder that writes every second would have it.

/** A GPX file of so many points; `turn` makes another one of it. */
export function longTrack(points, turn = 0) {
  const out = ['<?xml version="1.0"?><gpx version="1.1" creator="raced"><trk><name>Long way</name><trkseg>']
  for (let i = 0; i < points; i++) {
    const a = (i / points) * 2 * Math.PI
    const lat = 44.2 + 0.12 * Math.sin(a) + 0.002 * Math.sin(i / 140 + turn)
    const lon = -121.4 + 0.17 * Math.cos(a) + 0.003 * Math.cos(i / 190)
    out.push(`<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><ele>${(1200 + 300 * Math.sin(i / 3000) + 20 * Math.sin(i / 150)).toFixed(1)}</ele></trkpt>`)
  }
  return Buffer.from(`${out.join('\n')}</trkseg></trk></gpx>`)
}
