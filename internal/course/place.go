package course

import (
	"math"

	"racectl/internal/race"
)

// scaleLimit is how far track and race distance may differ for splits to be scaled onto the track.
const scaleLimit = 0.10

// Scale is how many metres of a race one metre of the line stands for: race distance / length when they differ by at most a tenth,
// else 1.
func (l *Line) Scale(distance float64) float64 {
	length := l.Length()
	if distance > 0 && length > 0 && math.Abs(length-distance) <= distance*scaleLimit {
		return distance / length
	}
	return 1
}

// Locate is where a distance of a race lies on its track: scaled when track and race differ by at most a tenth; otherwise as
// it is, going round again in a looped race. false when that is beyond the track. The point's Distance is the one asked for.
func (l *Line) Locate(r *race.Race, distance float64) (race.Point, bool) {
	p, ok := l.At(l.alongOf(r, distance))
	p.Distance = distance
	return p, ok
}

// alongOf is how far along the line a distance of a race lies; it may be beyond the line.
func (l *Line) alongOf(r *race.Race, distance float64) float64 {
	along, length := distance/l.Scale(r.Distance), l.Length()
	switch {
	case along <= length:
	case goesRound(r):
		along = math.Mod(along, length)
	case along <= length*(1+scaleLimit): // a finish may lie a little beyond the race distance: it stands at the end of the track
		along = length
	}
	return along
}

func goesRound(r *race.Race) bool { return r.IsLoop || r.Repeats() }

// Place puts every split of a race onto the track and leaves everything else of it alone: at the waypoint that it matches, else at its
// distance. Splits beyond the track lose their point. A point's Distance is that of its split. The notes say which waypoints are no
// split's, and why (MAP-14).
func (t *Track) Place(r *race.Race) (notes []string) {
	for i := range r.Splits {
		r.Splits[i].Point = nil
		if p, ok := t.Line.Locate(r, r.Splits[i].Distance); ok {
			r.Splits[i].Point = &p
		}
	}
	matches, notes := t.match(r)
	for _, m := range matches {
		at := t.Line.on(m.passage)
		at.Distance = r.Splits[m.split].Distance
		r.Splits[m.split].Point = &at
	}
	return notes
}
