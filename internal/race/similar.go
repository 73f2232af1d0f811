package race

import "math"

// SimilarDistance is how far apart two splits may be in metres to count as one place when routes are copied (SPLIT-11, A-80).
const SimilarDistance = 100.0

// RoutesAdded says which sources a split has got.
type RoutesAdded struct {
	Race    RaceID
	Split   SplitID
	Sources []SourceID
}

// CopyRoutes adds routes to every split of the event whose distance differs by at most SimilarDistance, apart from one.
// Nothing is taken away, a source that is there already stays as it is, and a source is left out where the race has it at the very
// same distance on another split, because a read could then mean either.
func (e *Event) CopyRoutes(distance float64, routes []Route, except SplitID) []RoutesAdded {
	var out []RoutesAdded
	for i := range e.Races {
		r := &e.Races[i]
		for k := range r.Splits {
			s := &r.Splits[k]
			if s.ID == except || math.Abs(s.Distance-distance) > SimilarDistance {
				continue
			}
			added := RoutesAdded{Race: r.ID, Split: s.ID}
			for _, x := range routes {
				if r.routedAt(s.Distance, x.SourceID) {
					continue
				}
				s.EventRoutes = append(s.EventRoutes, Route{RaceID: r.ID, SplitID: s.ID, SourceID: x.SourceID, Backup: x.Backup, DeltaMs: x.DeltaMs})
				added.Sources = append(added.Sources, x.SourceID)
			}
			if len(added.Sources) > 0 {
				out = append(out, added)
			}
		}
	}
	return out
}

// routedAt reports whether a split of the race at this distance has the source.
func (r *Race) routedAt(distance float64, source SourceID) bool {
	for i := range r.Splits {
		if r.Splits[i].Distance != distance {
			continue
		}
		for _, x := range r.Splits[i].EventRoutes {
			if x.SourceID == source {
				return true
			}
		}
	}
	return false
}
