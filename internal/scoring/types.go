package scoring

import "racectl/internal/race"

// Read is the part of a race.Read that scoring needs. Reads may be given in any order and any number of times.
type Read struct {
	ID     race.ReadID
	At     race.Instant
	Source race.SourceID
	Tag    string // upper case
	Code   string // the controller's event code
	Manual bool   // entered by a person
	Pos    *race.Point
}

// Setup is everything about an event that scoring needs besides people and reads. It is not changed by scoring.
type Setup struct {
	Event   *race.Event
	Sources []race.Source // at least those that the event's races route
	Others  []OtherEvent  // events that share a source with this one
}

// OtherEvent is another event whose reads may arrive at our sources.
type OtherEvent struct {
	Name     string
	From, To race.Instant
	Sources  []race.SourceID
	Knows    func(tag string) bool // whether that event can say whose tag it is
}

// Input is one whole event. Score(Input) is the law: everything else must agree with it.
type Input struct {
	Setup
	People      []race.Participant
	Reads       []Read
	Corrections []race.Correction
}

// Judged is one read and what became of it.
type Judged struct {
	Read          Read
	At            race.Instant       // the time it was judged by: corrected, clock offset applied, backup delta added
	ParticipantID race.ParticipantID // 0 = nobody
	RaceID        race.RaceID        // 0 = none
	Disposition   race.Disposition
	Reason        string // one sentence for people, with the numbers
	SplitID       race.SplitID
	Lap           int
	Backup        bool        // came by a backup route
	DeltaMs       int64       // of the backup route, when it counts: At has it
	Crossing      race.ReadID // the crossing (passage) it belongs to: the id of that passage's first read
	Valid         bool        // validCrossing
	Corrected     bool        // a correction touches it
	Locked        bool
	Forced        int8 // somebody said that it counts (1) or does not (-1), whatever the rules say; 0 = nobody did
}

// Passing is one time of a performance: a person at a split (and lap).
type Passing struct {
	SplitID     race.SplitID
	Lap         int // from 0; always 0 in a race that does not repeat
	Distance    float64
	At          race.Instant
	Out         race.Instant // when they left, at a transition point
	ElapsedMs   int64        // by the clock that ranks
	ReadID      race.ReadID  // the read that gave the time
	AfterCutoff bool
}

// Performance is one participant's start, splits, laps and finish. It holds no place: those belong to a moment of the race.
type Performance struct {
	ParticipantID race.ParticipantID
	RaceID        race.RaceID
	Status        race.Status
	Automatic     bool         // the status was set by a rule
	Pinned        int          // a place that a person fixed; 0 = none
	Started       bool         // there is evidence of starting
	Start         race.Instant // st: of the clock that ranks; unset until Started
	GunStart      race.Instant
	ChipStart     race.Instant // equals GunStart without a start read
	StartRead     race.Instant // the real start-mat read, for the flag
	Finish        race.Instant // ft
	LastElapsedMs int64        // ranking clock at the last passing; -1 = none
	TimeMs        int64        // official ranking time; -1 until the finish
	GunMs, ChipMs int64        // -1 until the finish
	LapMs         int64        // ranking clock at the last counted lap, where laps count; -1 = none
	Passings      []Passing    // in time order, the start first
	LastSplitID   race.SplitID
	LastSeenAt    race.Instant
	LastLoc       *race.Point
	LapCount      int
	DistanceM     float64 // covered
	Flag          string  // "early", "late" or ""
	AfterCutoff   bool
	Finished      bool
	Ranked        bool // has a place: ranked status and started (and, where laps count, a lap)
}

// Places are places at one moment; 0 = none.
type Places struct {
	Overall, Gender, Band int
}

// Delta says what a change to the board changed. Slices are without doubles, in no promised order.
type Delta struct {
	People    []race.ParticipantID // performance changed
	Races     []race.RaceID        // places may have changed
	Crossings []Judged             // crossings that did not exist before: counting ones, and those of unknown tags
	Renamed   []race.ReadID        // ids that crossings had until an earlier read gave them another; Crossings has them anew
	Unknown   []string             // tags seen for the first time that nobody owns, with a good prefix or none
	Many      bool                 // so many people changed at once that Crossings leaves theirs out: lists are to be read again
	Contested []race.ParticipantID // automatic status contradicted by a new read
}
