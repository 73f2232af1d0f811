package scoring

import (
	"math"

	"racectl/internal/race"
)

// snapDistance is how near to a split's point a sighting with a position must be to be told as being there.
const snapDistance = 80.0

// nearby is the split of the race nearest to a sighting's position, within 80 m; 0 without one. It tells where somebody was
// seen and makes no time.
func (s *scorer) nearby(v *sight) race.SplitID {
	o, ok := s.b.odd[v.id]
	if !ok || o.Pos == nil {
		return 0
	}
	var best race.SplitID
	limit := snapDistance
	for i := range s.c.places {
		p := &s.c.places[i]
		if p.point == nil {
			continue
		}
		if d := metresBetween(p.point, o.Pos); d <= limit && (best == 0 || d < limit) {
			best, limit = p.id, d
		}
	}
	return best
}

// metresBetween is the distance between two near points on the ground.
func metresBetween(a, b *race.Point) float64 {
	rad := math.Pi / 180
	dLat, dLon := (b.Lat-a.Lat)*rad, (b.Lon-a.Lon)*rad
	h := math.Sin(dLat/2)*math.Sin(dLat/2) + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*math.Sin(dLon/2)*math.Sin(dLon/2)
	return 2 * race.EarthRadius * math.Asin(math.Min(1, math.Sqrt(h)))
}
