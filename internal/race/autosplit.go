package race

import "math"

// The names of splits that are added for somebody (SPLIT-10).
const (
	StartName  = "Start"
	FinishName = "Finish"
	SplitName  = "New Split"
)

// NearFinish reports whether a distance counts as a finish of the race: within 10 % of the race distance (SPLIT-12). It is the rule
// of the checks and of what is added; which split times the finish is FinishSplit.
func (r *Race) NearFinish(distance float64) bool {
	return distance > 0 && math.Abs(distance-r.Distance) <= r.Distance*0.1
}

// MissingStart is the start split that an editor adds on opening: there is none, and the race is not over a fixed time (RACE-16).
func (r *Race) MissingStart() (Split, bool) {
	return Split{RaceID: r.ID, Name: StartName}, !r.IsTimed && r.StartSplit() == nil
}

// MissingFinish is the finish split that an editor adds on opening: none is near the race distance, and there are fewer than two
// splits, in a race over a fixed time fewer than one (RACE-17). It lies exactly at the race distance.
func (r *Race) MissingFinish() (Split, bool) {
	few := 2
	if r.IsTimed {
		few = 1
	}
	missing := r.Distance > 0 && len(r.Splits) < few
	for i := range r.Splits {
		missing = missing && !r.NearFinish(r.Splits[i].Distance)
	}
	return Split{RaceID: r.ID, Name: FinishName, Distance: r.Distance}, missing
}

// AddStartAndFinish adds the splits that an editor adds on opening, first the start, then the finish. They have no ids.
func (r *Race) AddStartAndFinish() {
	for _, missing := range []func() (Split, bool){r.MissingStart, r.MissingFinish} {
		if s, ok := missing(); ok {
			r.Splits = append(r.Splits, s)
		}
	}
	r.SortSplits()
}

// SetTimed makes a race one over a fixed time, which has no split at distance zero, or one over a distance, which has one (RACE-18).
func (r *Race) SetTimed(timed bool) {
	r.IsTimed = timed
	if !timed {
		if s, ok := r.MissingStart(); ok {
			r.Splits = append(r.Splits, s)
			r.SortSplits()
		}
		return
	}
	var kept []Split
	for _, s := range r.Splits {
		if s.Distance != 0 {
			kept = append(kept, s)
		}
	}
	r.Splits = kept
}

// MoveFinish moves the split that sat exactly on an earlier race distance to the distance of now. Nothing moves when the
// distance is the same, or was unset.
func (r *Race) MoveFinish(earlier float64) {
	if earlier <= 0 || r.Distance <= 0 || r.Distance == earlier {
		return
	}
	for i := range r.Splits {
		if r.Splits[i].Distance == earlier {
			r.Splits[i].Distance = r.Distance
		}
	}
}
