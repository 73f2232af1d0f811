package wire

import "racectl/internal/race"

// Acted is the answer of everything that changes many things at once, and of its preview (dry_run): what was or would be done, and
// whose result it changes. A preview has no EditID and is otherwise the same.
type Acted struct {
	EditID    race.EditID `json:"editId"`  // entry of the journal, for undo; 0 in a preview and when nothing was to be done
	Summary   string      `json:"summary"` // as the journal has it; "" when nothing was to be done
	People    []Affected  `json:"people"`  // whose standing or times change, race by race and by bib
	Others    int         `json:"others"`  // how many more only move to another place
	Crossings []Crossing  `json:"crossings"`
}

// Affected is how an action changes what somebody has.
type Affected struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	Race          string             `json:"race"`
	ToRace        string             `json:"toRace,omitempty"` // for whoever moves to another race
	Was           Standing           `json:"was"`
	Now           Standing           `json:"now"`
	Times         []TimeChange       `json:"times"` // splits that come, go or have another time; [] when they stay
}

// Standing is what people look at first in somebody's result.
type Standing struct {
	Status      race.Status `json:"status"`
	StatusLabel string      `json:"statusLabel"`
	Place       *int        `json:"place"`
	TimeMs      *int64      `json:"timeMs"`    // official, at the finish
	ElapsedMs   *int64      `json:"elapsedMs"` // at the last valid crossing
	LastSplit   string      `json:"lastSplit"`
	LapCount    int         `json:"lapCount"`
}

// TimeChange is one split of somebody whose time changes; null where there is none.
type TimeChange struct {
	Split string `json:"split"`
	Lap   int    `json:"lap"`
	WasMs *int64 `json:"wasMs"` // elapsed
	NowMs *int64 `json:"nowMs"`
}

// CrossingIDs is the body of POST crossings/void and crossings/restore.
type CrossingIDs struct {
	Crossings []race.ReadID `json:"crossings"`
	Why       string        `json:"why"`
}

// InsertLaps is the body of POST crossings/{id}/insert_laps.
type InsertLaps struct {
	Count  int    `json:"count"`
	Jitter bool   `json:"jitter"` // each up to 5 s earlier or later, the same every time
	Why    string `json:"why"`
	// the client's own id of this request: sent again after a lost answer, it does nothing and answers what it did
	EphemeralID string `json:"ephemeralId,omitempty"`
}

// MatchFinish is the body of POST participants/{id}/match_finish.
type MatchFinish struct {
	FinisherID   race.ParticipantID `json:"finisherId"`
	AdjustmentMs int64              `json:"adjustmentMs"` // -30,000 to 30,000
	Why          string             `json:"why"`
	EphemeralID  string             `json:"ephemeralId,omitempty"` // as that of InsertLaps
}

// Proposals are the crossings that could be entered for somebody whose start or finish is missing. Where there is nothing to
// propose the sentence says why.
type Proposals struct {
	Start     *Proposal `json:"start"`
	StartWhy  string    `json:"startWhy"`
	Finish    *Proposal `json:"finish"`
	FinishWhy string    `json:"finishWhy"`
}

// Proposal fills in a crossing for a person to correct and save.
type Proposal struct {
	SplitID       race.SplitID  `json:"splitId"`
	Split         string        `json:"split"`
	EventSourceID race.SourceID `json:"eventSourceId"`
	Source        string        `json:"source"`
	Timestamp     race.Instant  `json:"timestamp"`
	Why           string        `json:"why"`
}

// JudgeRead is the body of POST crossings/judge: a time as somebody is about to enter it.
type JudgeRead struct {
	EventSourceID race.SourceID      `json:"eventSourceId"`
	Bib           string             `json:"bib"`
	ParticipantID race.ParticipantID `json:"participantId,omitempty"` // instead of a bib
	SplitID       race.SplitID       `json:"splitId,omitempty"`       // chosen, and so locked; 0 = automatic
	LoopID        *int               `json:"loopId,omitempty"`
	Timestamp     string             `json:"timestamp"` // RFC 3339
}

// Judgement is what a time would become if it were entered now.
type Judgement struct {
	Verdict       string             `json:"verdict" enum:"good,questionable,bad,unknown"`
	ParticipantID race.ParticipantID `json:"participantId"` // 0 for an unknown bib
	Bib           string             `json:"bib"`
	FirstName     string             `json:"firstName"`
	LastName      string             `json:"lastName"`
	Race          string             `json:"race"`
	Split         string             `json:"split"`
	SplitID       race.SplitID       `json:"splitId"`
	Lap           int                `json:"lap"`
	Disposition   race.Disposition   `json:"disposition"`
	Reasons       []string           `json:"reasons"`
	LastSplit     string             `json:"lastSplit"`
	LastSeenAt    race.Instant       `json:"lastSeenAt"`
	Status        string             `json:"status"`
}
