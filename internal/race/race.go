package race

import "time"

// Race is one competition of an event: a course with splits, a clock and its rules (DATA-2).
type Race struct {
	ID           RaceID      `json:"id"`
	EventID      EventID     `json:"raceEventId"`
	Name         string      `json:"name"`
	Distance     float64     `json:"distance"`    // metres; of one lap when the race repeats
	MaxPace      float64     `json:"maxPace"`     // metres per second nobody can beat; 0 = no test
	IsLoop       bool        `json:"isLoop"`      // start and finish share a place
	IsTimed      bool        `json:"isTimed"`     // fixed time: laps count, not distance
	ScoreByTeam  bool        `json:"scoreByTeam"` // shows Fastest Teams
	GunTime      bool        `json:"gunTime"`     // true: gun time ranks; false: chip time ranks
	Prefixes     []string    `json:"prefixes"`    // 12 hex characters each
	StartTime    Instant     `json:"startTime"`
	Cutoff       Instant     `json:"cutoff"`
	LpsDuration  int         `json:"lpsDuration"` // minutes of a last-person-standing round; 0 = not such a race
	Color        string      `json:"color"`       // #rrggbb or ""
	BibRanges    string      `json:"bibRanges"`
	UsDid        string      `json:"usDid"`
	Bands        []int       `json:"ageBands,omitempty"` // first age of each band after the youngest; nil = the usual ones
	ShirtCounts  ShirtCounts `json:"shirtCounts"`
	Splits       []Split     `json:"splits"` // by distance, then id
	RoamingESIDs []SourceID  `json:"roamingESIDs"`
	Waves        WavePlan    `json:"waves"`
	HasCourse    bool        `json:"hasCourse"` // the track itself is never part of the race
}

// NewRace is what a race is before anybody says anything: gun time ranks, and nobody is faster than 2:30 min/km.
func NewRace() Race { return Race{GunTime: true, MaxPace: DefaultMaxPace} }

// Repeats reports whether the race is run in laps of one distance: fixed time and last person standing.
func (r *Race) Repeats() bool { return r.IsTimed || r.LpsDuration > 0 }

// FirstStart is the earliest of the race's own start and its waves; unset without any.
func (r *Race) FirstStart() Instant {
	first := r.StartTime
	for _, w := range r.Waves.Waves {
		if w.Time.IsSet() && (!first.IsSet() || w.Time < first) {
			first = w.Time
		}
	}
	return first
}

// End is the cutoff, or 24 hours after the start when none is set; unset without a start.
func (r *Race) End() Instant {
	if r.Cutoff.IsSet() {
		return r.Cutoff
	}
	if r.StartTime.IsSet() {
		return r.StartTime.Add(24 * time.Hour)
	}
	return r.FirstStart().Add(24 * time.Hour)
}

// Wave finds a wave by id, nil for 0 and for unknown ids.
func (r *Race) Wave(id WaveID) *Wave {
	for i := range r.Waves.Waves {
		if id != 0 && r.Waves.Waves[i].ID == id {
			return &r.Waves.Waves[i]
		}
	}
	return nil
}

// Split finds a split by id, nil when the race has none such.
func (r *Race) Split(id SplitID) *Split {
	for i := range r.Splits {
		if r.Splits[i].ID == id {
			return &r.Splits[i]
		}
	}
	return nil
}
