package course

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"racectl/internal/race"
)

const (
	onRoute  = 80.0  // metres from the route up to which a waypoint lies on it (MAP-7)
	maxDelta = 300.0 // metres of distance up to which a split and a waypoint match (MAP-6)
	window   = 0.001 // degrees around a waypoint in which the route is looked for (MAP-7): a little more than onRoute
)

// Passage is where a line passes a place.
type Passage struct {
	Along float64 // metres along the line
	Off   float64 // metres from the line
	after int     // index of the point before
	part  float64 // of the way from there to the next point
}

// Passages lists where the line comes within 80 m of a place, in order: once each time that it comes and goes.
func (l *Line) Passages(lon, lat float64) []Passage {
	var out []Passage
	near := newNear(lon, lat)
	for i := 1; i < len(l.Points); i++ {
		a, b := &l.Points[i-1], &l.Points[i]
		if !near.mayPass(a, b) {
			continue
		}
		part, off := near.project(a, b)
		if off > onRoute {
			continue
		}
		p := Passage{Along: mix(a.Distance, b.Distance, part), Off: off, after: i - 1, part: part}
		switch last := len(out) - 1; {
		case last < 0, near.off(a) > onRoute: // it comes anew
			out = append(out, p)
		case off < out[last].Off:
			out[last] = p
		}
	}
	return out
}

// Off is how far from the points of the line a place is, in metres.
func (l *Line) Off(lon, lat float64) float64 {
	least := math.Inf(1)
	here := race.Point{Lon: lon, Lat: lat}
	for _, p := range l.Points {
		least = min(least, Between(here, p))
	}
	return least
}

// on is the point of a passage.
func (l *Line) on(p Passage) race.Point {
	return between(l.Points[p.after], l.Points[p.after+1], p.part, p.Along)
}

// nearby measures around one place, as if the earth were flat there.
type nearby struct {
	lon, lat float64
	wide     float64 // length of a degree of longitude, in degrees of latitude
}

func newNear(lon, lat float64) nearby {
	return nearby{lon: lon, lat: lat, wide: math.Max(1e-6, math.Cos(lat*math.Pi/180))}
}

// mayPass is false for most pieces of a line that are too far away.
func (n *nearby) mayPass(a, b *race.Point) bool {
	if min(a.Lat, b.Lat) > n.lat+window || max(a.Lat, b.Lat) < n.lat-window {
		return false
	}
	x, y := turned(a.Lon-n.lon)*n.wide, turned(b.Lon-n.lon)*n.wide
	return math.Abs(x-y) > 180*n.wide || min(x, y) <= window && max(x, y) >= -window
}

// project finds the place on the piece from a to b that is nearest: what part of the way it is, and how far off in metres.
func (n *nearby) project(a, b *race.Point) (part, off float64) {
	const metres = math.Pi / 180 * race.EarthRadius
	ax, ay := turned(a.Lon-n.lon)*n.wide, a.Lat-n.lat
	dx, dy := turned(b.Lon-a.Lon)*n.wide, b.Lat-a.Lat
	if d := dx*dx + dy*dy; d > 0 {
		part = max(0, min(1, -(ax*dx+ay*dy)/d))
	}
	return part, metres * math.Hypot(ax+dx*part, ay+dy*part)
}

// off is how far away a point is, in metres.
func (n *nearby) off(p *race.Point) float64 {
	_, off := n.project(p, p)
	return off
}

// match is a split that stands at a waypoint.
type match struct {
	split, waypoint int
	passage         Passage
	named           bool // they are called the same
	delta           float64
}

// match finds the waypoints at which splits stand: those of the same name first, then the nearest in distance. A waypoint is one split's
// each time that the course passes it.
func (t *Track) match(r *race.Race) (found []match, notes []string) {
	all := make([]match, 0, len(r.Splits))
	nearest := make([]match, len(t.Waypoints)) // whichever split that is
	for w, wpt := range t.Waypoints {
		nearest[w] = match{split: -1, delta: math.Inf(1)}
		for _, p := range t.Line.Passages(wpt.Lon, wpt.Lat) {
			for s := range r.Splits {
				m := match{split: s, waypoint: w, passage: p, named: strings.EqualFold(r.Splits[s].Name, wpt.Name), delta: t.delta(r, s, p)}
				if m.delta < nearest[w].delta {
					nearest[w] = m
				}
				if m.delta <= maxDelta {
					all = append(all, m)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b match) int {
		if a.named != b.named {
			return map[bool]int{true: -1, false: 1}[a.named]
		}
		return cmp.Compare(a.delta, b.delta)
	})
	found = t.choose(r, all)
	for w := range t.Waypoints {
		if !slices.ContainsFunc(found, func(m match) bool { return m.waypoint == w }) {
			notes = append(notes, t.unmatched(r, w, nearest[w]))
		}
	}
	return found, notes
}

// choose takes the best matches; those of a split or of a passage that is taken fall away.
func (t *Track) choose(r *race.Race, all []match) (found []match) {
	type pass struct {
		waypoint, point, round int
	}
	splits, passes := map[int]bool{}, map[pass]bool{}
	for _, m := range all {
		along := r.Splits[m.split].Distance / t.Line.Scale(r.Distance)
		p := pass{m.waypoint, m.passage.after, int(math.Round((along - m.passage.Along) / t.Line.Length()))}
		if splits[m.split] || passes[p] {
			continue
		}
		splits[m.split], passes[p] = true, true
		found = append(found, m)
	}
	return found
}

// delta is how far apart a split and a passage are, in metres of the race.
func (t *Track) delta(r *race.Race, split int, p Passage) float64 {
	length := t.Line.Length()
	d := math.Abs(t.Line.alongOf(r, r.Splits[split].Distance) - p.Along)
	if goesRound(r) && d <= length {
		d = min(d, length-d)
	}
	return d * t.Line.Scale(r.Distance)
}

// unmatched says why a waypoint is no split's (MAP-14).
func (t *Track) unmatched(r *race.Race, w int, nearest match) string {
	name := "waypoint " + quote(t.Waypoints[w].Name)
	switch {
	case nearest.split >= 0 && nearest.delta > maxDelta:
		return fmt.Sprintf("%s: delta too large: the nearest split, %s, is %s m away", name, quote(r.Splits[nearest.split].Name), thousands(int(math.Round(nearest.delta))))
	case nearest.split >= 0:
		return fmt.Sprintf("%s: no match: another waypoint is where the split %s stands", name, quote(r.Splits[nearest.split].Name))
	case len(r.Splits) == 0:
		return name + ": no match: the race has no splits"
	}
	return name + ": no match: it lies more than 80 m off the route"
}
