/** Where the words on the map go: beside their dot on whichever side is free, and left out when none is. Pure; pixels in and out. */

export type Side = 'right' | 'left' | 'above' | 'below'

/** A dot on the screen with words of a size. Earlier ones choose first; one that `must` show does so even over others. */
export interface Label { key: string; x: number; y: number; width: number; height: number; dot: number; must?: boolean; side?: Side | null }

export interface Box { left: number; top: number; right: number; bottom: number }

const GAP = 5
const SIDES: readonly Side[] = ['right', 'left', 'above', 'below']

/**
 * A side for each label, null for those that find no room within the frame and beside what is `kept` free. A side that still
 * fits is kept, so that nothing flickers while the map moves.
 */
export function arrange(labels: readonly Label[], frame: Box = EVERYWHERE, kept: readonly Box[] = []): Map<string, Side | null> {
  const taken: { box: Box; key: string }[] = [...kept.map((box) => ({ key: '', box })), ...labels.map((l) => ({ key: l.key, box: around(l) }))]
  const found = new Map<string, Side | null>()
  for (const label of labels) {
    const wishes = label.side ? [label.side, ...SIDES.filter((s) => s !== label.side)] : SIDES
    const free = (side: Side) => within(boxOf(label, side), frame) && taken.every((t) => t.key === label.key || !meets(t.box, boxOf(label, side)))
    const side = wishes.find(free) ?? (label.must ? (wishes.find((s) => within(boxOf(label, s), frame)) ?? 'right') : null)
    found.set(label.key, side)
    if (side) taken.push({ key: label.key, box: boxOf(label, side) })
  }
  return found
}

function around({ x, y, dot }: Label): Box {
  return { left: x - dot / 2, top: y - dot / 2, right: x + dot / 2, bottom: y + dot / 2 }
}

function boxOf(l: Label, side: Side): Box {
  const far = l.dot / 2 + GAP
  const left = side === 'right' ? l.x + far : side === 'left' ? l.x - far - l.width : l.x - l.width / 2
  const top = side === 'below' ? l.y + far : side === 'above' ? l.y - far - l.height : l.y - l.height / 2
  return { left, top, right: left + l.width, bottom: top + l.height }
}

const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }

const within = (a: Box, frame: Box) => a.left >= frame.left && a.right <= frame.right && a.top >= frame.top && a.bottom <= frame.bottom

const meets = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Things at one place share one label: a loop's start and finish, a bridge crossed twice. `near` is in degrees. */
export function grouped<T extends { lon: number; lat: number }>(places: readonly T[], near = 0.0002): T[][] {
  const groups: T[][] = []
  for (const place of places) {
    const same = groups.find(([g]) => Math.abs(g!.lon - place.lon) < near && Math.abs(g!.lat - place.lat) < near)
    if (same) same.push(place)
    else groups.push([place])
  }
  return groups
}
