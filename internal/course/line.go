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

// Line is a track of at least two points. Each point's Distance is metres along the line from its first point.
type Line struct {
	Points       []race.Point
	HasElevation bool // Ele of the points means something
}

// New measures points into a line. It refuses fewer than two, more than MaxPoints, and places that are not on the earth
// (codes invalid, too_large). Ele NaN stands for "not said": such heights are filled in from their neighbours.
func New(points []race.Point) (*Line, error) {
	if len(points) > MaxPoints {
		return nil, tooMany()
	}
	if len(points) < 2 {
		return nil, race.Invalid(field, "the file holds no line: a track needs at least two points")
	}
	l := &Line{Points: slices.Clone(points)}
	along := 0.0
	for i := range l.Points {
		p := &l.Points[i]
		if !onEarth(p) {
			return nil, race.Invalid(field, "point %d of the track is not on the earth: latitude %v, longitude %v", i+1, p.Lat, p.Lon)
		}
		if i > 0 {
			along += Between(l.Points[i-1], *p)
		}
		p.Distance = along
	}
	if along == 0 {
		return nil, race.Invalid(field, "the file holds no line: all points of the track are at one place")
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
	return between(a, b, f, distance), true
}

// between is the place that lies a part of the way from a to b.
func between(a, b race.Point, f, distance float64) race.Point {
	return race.Point{
		Lon: turned(mix(a.Lon, a.Lon+turned(b.Lon-a.Lon), f)), Lat: mix(a.Lat, b.Lat, f), Ele: mix(a.Ele, b.Ele, f), Distance: distance,
	}
}

// turned brings a longitude, or a difference of two, into -180 … 180: a track may cross the line of the date.
func turned(lon float64) float64 {
	switch {
	case lon > 180:
		return lon - 360
	case lon < -180:
		return lon + 360
	}
	return lon
}

func mix(a, b, f float64) float64 { return a + (b-a)*f }
