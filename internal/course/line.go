package course

import (
	"math"
	"slices"
	"sort"

	"racectl/internal/race"
)

// Limits on what is read: larger files are refused, never cut.
const (
	MaxBytes  = 50 << 20
	MaxPoints = 500_000
)

// exact is how near a position must be to a point of the track to be that point, in metres (MAP-9).
const exact = 2.0

// scaleLimit is how far track and race distance may differ for splits to be scaled onto the track.
const scaleLimit = 0.10

// climbStep is the change of height, in metres, below which it is noise (MAP-8).
const climbStep = 4.0

// Line is a track of at least two points. Each point's Distance is metres along the line from its first point.
type Line struct {
	Points       []race.Point
	HasElevation bool // Ele of the points means something
}

// New measures points into a line. It refuses fewer than two, more than MaxPoints, and places that are not on the earth
// (codes invalid, too_large). Ele NaN stands for "not said": such heights are filled in from their neighbours.
func New(points []race.Point) (*Line, error) {
	if len(points) > MaxPoints {
		return nil, race.Errorf(race.CodeTooLarge, "the track has more than %d points; simplify it and try again", MaxPoints)
	}
	if len(points) < 2 {
		return nil, race.Invalid("linestring", "the file holds no line: a track needs at least two points")
	}
	l := &Line{Points: slices.Clone(points)}
	along := 0.0
	for i := range l.Points {
		p := &l.Points[i]
		if !onEarth(p) {
			return nil, race.Invalid("linestring", "point %d of the track is not on the earth: latitude %v, longitude %v", i+1, p.Lat, p.Lon)
		}
		if i > 0 {
			along += Between(l.Points[i-1], *p)
		}
		p.Distance = along
	}
	l.fillElevation()
	return l, nil
}

func onEarth(p *race.Point) bool {
	return math.Abs(p.Lat) <= 90 && math.Abs(p.Lon) <= 180 && !math.IsInf(p.Ele, 0)
}

// Between is the distance of two places over the ground, in metres, on a sphere of race.EarthRadius (MAP-12).
func Between(a, b race.Point) float64 {
	const rad = math.Pi / 180
	dLat, dLon := (b.Lat-a.Lat)*rad, (b.Lon-a.Lon)*rad
	h := math.Pow(math.Sin(dLat/2), 2) + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*math.Pow(math.Sin(dLon/2), 2)
	return 2 * race.EarthRadius * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Length is how long the line is, in metres.
func (l *Line) Length() float64 { return l.Points[len(l.Points)-1].Distance }

// At is the place that lies a distance along the line, in metres; false when the line does not reach so far.
// Within two metres of a point of the track it is that point.
func (l *Line) At(distance float64) (race.Point, bool) {
	if math.IsNaN(distance) || distance < -exact || distance > l.Length()+exact {
		return race.Point{}, false
	}
	i := sort.Search(len(l.Points), func(i int) bool { return l.Points[i].Distance >= distance })
	if i == len(l.Points) {
		i--
	}
	b := l.Points[i]
	if i == 0 || b.Distance-distance <= exact {
		return b, true
	}
	a := l.Points[i-1]
	if distance-a.Distance <= exact {
		return a, true
	}
	f := (distance - a.Distance) / (b.Distance - a.Distance)
	return race.Point{Lon: mix(a.Lon, b.Lon, f), Lat: mix(a.Lat, b.Lat, f), Ele: mix(a.Ele, b.Ele, f), Distance: distance}, true
}

func mix(a, b, f float64) float64 { return a + (b-a)*f }

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
	along, length := distance, l.Length()
	switch {
	case r.Distance > 0 && math.Abs(length-r.Distance) <= r.Distance*scaleLimit:
		along = distance * length / r.Distance
	case (r.IsLoop || r.Repeats()) && length > 0 && distance > length:
		along = math.Mod(distance, length)
	}
	// A finish split may lie a little beyond the race distance: it stands at the end of the track.
	if along > length && along <= length*(1+scaleLimit) {
		along = length
	}
	p, ok := l.At(along)
	p.Distance = distance
	return p, ok
}

// Place puts every split of a race onto the track; splits beyond the track lose their point.
func (l *Line) Place(r *race.Race) {
	for i := range r.Splits {
		r.Splits[i].Point = nil
		if p, ok := l.Locate(r, r.Splits[i].Distance); ok {
			r.Splits[i].Point = &p
		}
	}
}

// Climb is how much the line goes up and down, in metres. Changes of height under 4 m are noise (MAP-8).
func (l *Line) Climb() (up, down float64) {
	if !l.HasElevation {
		return 0, 0
	}
	level := l.Points[0].Ele
	for _, p := range l.Points[1:] {
		change := p.Ele - level
		if math.Abs(change) < climbStep {
			continue
		}
		if change > 0 {
			up += change
		} else {
			down -= change
		}
		level = p.Ele
	}
	return up, down
}

// fillElevation gives points without a height one between their neighbours'.
func (l *Line) fillElevation() {
	last := -1
	for i := range l.Points {
		if math.IsNaN(l.Points[i].Ele) {
			continue
		}
		for j := last + 1; j < i; j++ {
			l.Points[j].Ele = l.between(last, i, j)
		}
		last = i
	}
	l.HasElevation = last >= 0
	for j := last + 1; j < len(l.Points); j++ {
		l.Points[j].Ele = 0
		if last >= 0 {
			l.Points[j].Ele = l.Points[last].Ele
		}
	}
}

func (l *Line) between(from, to, at int) float64 {
	b := l.Points[to]
	if from < 0 {
		return b.Ele
	}
	a := l.Points[from]
	if b.Distance <= a.Distance {
		return a.Ele
	}
	return mix(a.Ele, b.Ele, (l.Points[at].Distance-a.Distance)/(b.Distance-a.Distance))
}
