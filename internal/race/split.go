package race

import (
	"cmp"
	"math"
	"slices"
)

// Split is a timing point of a race (DATA-5).
type Split struct {
	ID                SplitID `json:"id"`
	RaceID            RaceID  `json:"raceId"`
	Name              string  `json:"name"`
	Distance          float64 `json:"distance"` // metres from the start, of one lap in a race that repeats
	Cutoff            Instant `json:"cutoff"`
	Point             *Point  `json:"point"`
	IsPublic          bool    `json:"isPublic"`
	CrewAccessible    bool    `json:"crewAccessible"`
	IsTransitionPoint bool    `json:"isTransitionPoint"`
	EventRoutes       []Route `json:"eventRoutes"` // primary ones first, then backups in order of preference
}

// Route says that reads of a source mean this split (DATA-6). A backup route stands beside the line: its reads count
// only when no primary read of that passing exists, and then with DeltaMs added.
type Route struct {
	ID       RouteID  `json:"id"`
	RaceID   RaceID   `json:"raceId"`
	SplitID  SplitID  `json:"splitId"`
	SourceID SourceID `json:"eventSourceId"`
	Backup   bool     `json:"backup"`
	DeltaMs  int64    `json:"deltaMs"`
}

// Point is a place on the earth; Distance is metres along the course.
type Point struct {
	Lon      float64 `json:"lon"`
	Lat      float64 `json:"lat"`
	Ele      float64 `json:"ele"`
	Distance float64 `json:"distance"`
}

// StartSplit is the split at distance exactly 0, nil when there is none.
func (r *Race) StartSplit() *Split {
	for i := range r.Splits {
		if r.Splits[i].Distance == 0 {
			return &r.Splits[i]
		}
	}
	return nil
}

// FinishSplit is the split with the largest distance, provided it lies within 10 % of the race distance.
// In a race that repeats it is the split nearest the lap distance. nil when no split qualifies.
func (r *Race) FinishSplit() *Split {
	var best *Split
	for i := range r.Splits {
		s := &r.Splits[i]
		if !r.NearFinish(s.Distance) {
			continue
		}
		if best == nil || r.closer(s, best) {
			best = s
		}
	}
	if best != nil && !r.Repeats() {
		for i := range r.Splits {
			if r.Splits[i].Distance > best.Distance {
				return nil
			}
		}
	}
	return best
}

func (r *Race) closer(s, best *Split) bool {
	if r.Repeats() {
		return math.Abs(s.Distance-r.Distance) < math.Abs(best.Distance-r.Distance)
	}
	return s.Distance > best.Distance
}

// Source is the source at which a time of the split is entered by hand: the wanted one when it stands there and is no backup, whose
// delta would be added; else the first. 0 when no source stands there.
func (s *Split) Source(wanted SourceID) SourceID {
	for i := range s.EventRoutes {
		if s.EventRoutes[i].SourceID == wanted && !s.EventRoutes[i].Backup {
			return wanted
		}
	}
	if len(s.EventRoutes) == 0 {
		return 0
	}
	return s.EventRoutes[0].SourceID
}

// SortSplits puts the splits in the order of the course.
func (r *Race) SortSplits() {
	slices.SortStableFunc(r.Splits, func(a, b Split) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
}
