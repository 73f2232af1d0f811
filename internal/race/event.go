package race

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Ids are positive, given by race control, and never reused; 0 means none.
type (
	// EventID names an event.
	EventID int64
	// RaceID names a race.
	RaceID int64
	// SplitID names a split.
	SplitID int64
	// RouteID names an event route.
	RouteID int64
	// SourceID names an event source.
	SourceID int64
	// ParticipantID names a participant.
	ParticipantID int64
	// ReadID names a read, and the crossing that begins with it.
	ReadID int64
	// WaveID names a wave inside its race.
	WaveID int
)

// Event is one weekend: races that share a roster, a time zone and a set of sources (DATA-1).
type Event struct {
	ID               EventID           `json:"id"`
	Name             string            `json:"name"`
	Slug             string            `json:"slug"`
	Timezone         string            `json:"timezone"`       // IANA name; the truth
	TimezoneOffset   int               `json:"timezoneOffset"` // whole hours; the older view of the zone
	IsPublic         bool              `json:"isPublic"`
	Theme            string            `json:"theme"`
	AvatarURL        string            `json:"avatarUrl"`
	AvatarSmURL      string            `json:"avatarSmUrl"`
	ShirtCutoff      Instant           `json:"shirtCutoff"`
	ShirtCounts      ShirtCounts       `json:"shirtCounts"`
	PosIngressType   string            `json:"posIngressType"`
	PosIngressOpts   PosIngressOptions `json:"posIngressOpts"`
	PosIngressState  string            `json:"posIngressState"`
	PosIngressAt     Instant           `json:"posIngressStatusAt"`
	LastImportAt     Instant           `json:"lastImportAt"`
	ImportPreset     *ImportPreset     `json:"importPreset,omitempty"`
	UsRankings       []Ranking         `json:"usRankings"`
	DiscardedThrough ReadID            `json:"discardedThrough,omitempty"` // a reset sets aside every read up to here
	Races            []Race            `json:"races"`                      // by id
}

// StartTime is the first start of the event: the earliest start of a race or of one of its waves; unset without any.
func (e *Event) StartTime() Instant {
	var first Instant
	for i := range e.Races {
		if t := e.Races[i].FirstStart(); t.IsSet() && (!first.IsSet() || t < first) {
			first = t
		}
	}
	return first
}

// endless is how long a last-person-standing race without a cutoff may go on.
const endless = 7 * 24 * time.Hour

// Window is the span in which a read can belong to the event: first start - 12 h to last cutoff + 12 h.
// A last-person-standing race without a cutoff ends when one is left: it has a week. ok is false while no race has a start.
func (e *Event) Window() (from, to Instant, ok bool) {
	from = e.StartTime()
	if !from.IsSet() {
		return 0, 0, false
	}
	for i := range e.Races {
		t := e.Races[i].End()
		if e.Races[i].LpsDuration > 0 && !e.Races[i].Cutoff.IsSet() {
			t = e.Races[i].FirstStart().Add(endless)
		}
		to = max(to, t)
	}
	return from.Add(-12 * time.Hour), to.Add(12 * time.Hour), true
}

// Race finds a race by id, nil when the event has none such.
func (e *Event) Race(id RaceID) *Race {
	for i := range e.Races {
		if e.Races[i].ID == id {
			return &e.Races[i]
		}
	}
	return nil
}

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
		if s.Distance <= 0 || math.Abs(s.Distance-r.Distance) > r.Distance*0.1 {
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

// SortSplits puts the splits in the order of the course.
func (r *Race) SortSplits() {
	slices.SortStableFunc(r.Splits, func(a, b Split) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
}

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

// Wave is a start group of a race (DATA-3).
type Wave struct {
	ID   WaveID  `json:"id"`
	Name string  `json:"name"`
	Time Instant `json:"time"`
}

// WavePlan holds the waves of a race and the planner's settings for them.
type WavePlan struct {
	Attrs WaveAttrs `json:"attrs"`
	Waves []Wave    `json:"waves"`
}

// WaveAttrs are the settings of the wave planner (WPLAN-5). Absent ones take the planner's defaults.
type WaveAttrs struct {
	AutoCreateWaves   *bool    `json:"autoCreateWaves,omitempty"`
	SpacingMin        *float64 `json:"spacingMin,omitempty"`
	SortBy            string   `json:"sortBy,omitempty"`
	PerWave           *int     `json:"perWave,omitempty"`
	GroupAttribute    string   `json:"groupAttribute,omitempty"`
	WavePrefWeight    *float64 `json:"wavePrefWeight,omitempty"`
	GenderWeight      *float64 `json:"genderWeight,omitempty"`
	GenderWeightLimit *bool    `json:"genderWeightLimit,omitempty"`
	GenderWeightCount *int     `json:"genderWeightCount,omitempty"`
	EliteSizeM        *int     `json:"eliteSizeM,omitempty"`
	EliteSizeF        *int     `json:"eliteSizeF,omitempty"`
	EliteMCount       *int     `json:"eliteMCount,omitempty"`
	EliteFCount       *int     `json:"eliteFCount,omitempty"`
	UsDid             string   `json:"usDid,omitempty"`
	FirstWaveCapacity *int     `json:"firstWaveCapacity,omitempty"`
}

// Source is where reads come from; all events share them (DATA-7, A-62 … A-66).
type Source struct {
	ID            SourceID `json:"id"`
	Name          string   `json:"name"`
	Status        string   `json:"status"` // "connected" or "disconnected"
	UpdatedAt     Instant  `json:"updatedAt"`
	SyncedAt      Instant  `json:"syncedAt"`
	PendingCount  int      `json:"pendingCount"`
	ClockOffsetMs int64    `json:"clockOffsetMs"` // measured: reader clock minus ours
	ApplyOffset   bool     `json:"applyClockOffset"`
	LastMessageID int64    `json:"lastMessageId"`
	AcceptCodes   []string `json:"acceptCodes"` // event codes of a controller this source accepts; empty = all
	Deleted       bool     `json:"deleted,omitempty"`
}

// ShirtCounts holds stock by size (DATA-15). Strategy: "" event stock, "this", "all", or the id of another race.
type ShirtCounts struct {
	Strategy  string         `json:"strategy,omitempty"`
	Disabled  bool           `json:"disabled,omitempty"`
	Unisex    bool           `json:"unisex,omitempty"`
	WSizeDown bool           `json:"wsizedown,omitempty"`
	Sizes     map[string]int `json:"sizes,omitempty"` // keys xs … xxl, wxs …, mxs …, yxs … yxl
}

// PosIngressOptions are the settings of an event's outside feed (DATA-8).
type PosIngressOptions struct {
	URL            string       `json:"url,omitempty"`
	PollFreq       int          `json:"pollfreq,omitempty"` // seconds
	Slug           string       `json:"slug,omitempty"`
	Credentials    string       `json:"credentials,omitempty"` // sealed
	Username       string       `json:"username,omitempty"`
	Token          string       `json:"token,omitempty"`
	TokenExpiresAt Instant      `json:"tokenExpiresAt,omitempty"`
	ExtRaceID      string       `json:"extRaceId,omitempty"`
	Splits         []AidStation `json:"splits,omitempty"`
}

// AidStation is a station of an outside live-results service (DATA-9).
type AidStation struct {
	Name     string  `json:"name"`
	Distance float64 `json:"distance"`
	RaceID   int64   `json:"rid"`
}

// Ranking is a person's ranking at an outside service: 0 … 1 from Count results.
type Ranking struct {
	FirstName string  `json:"firstName"`
	LastName  string  `json:"lastName"`
	Ranking   float64 `json:"ranking"`
	Count     int     `json:"count"`
}

// ImportPreset is how the last participant file of an event was read (DATA-17).
type ImportPreset struct {
	AllowBibChanges bool           `json:"allowBibChanges"`
	RaceID          RaceID         `json:"raceId,omitempty"` // 0 = by Race
	Race            string         `json:"race,omitempty"`   // "file" or "infer"
	ColumnChoices   []ColumnChoice `json:"columnChoices"`
	AddOns          []AddOnColumns `json:"addOns"`
}

// ColumnChoice says what the column with this header means; Field is a field name of the importer, "ignore" or "addon".
type ColumnChoice struct {
	Header string `json:"header"`
	Field  string `json:"field"`
}

// AddOnColumns defines an add-on by the columns that hold its variants (DATA-16).
type AddOnColumns struct {
	Name      string        `json:"name"`
	ShowOnReg bool          `json:"showOnReg"`
	Columns   []AddOnColumn `json:"columns"`
}

// AddOnColumn is one variant's column; Uncountable cells hold text, not a quantity.
type AddOnColumn struct {
	Index       int    `json:"index"`
	Variant     string `json:"variant"`
	Uncountable bool   `json:"uncountable"`
}
