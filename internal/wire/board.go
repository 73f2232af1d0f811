package wire

import "racectl/internal/race"

// Board is the operations board of an event: who is where on the course, who is expected where and when, and who is overdue.
type Board struct {
	At    race.Instant `json:"at"` // the moment it speaks of
	Races []RaceBoard  `json:"races"`
}

// RaceBoard is one race of the board.
type RaceBoard struct {
	RaceID     race.RaceID  `json:"raceId"`
	Race       string       `json:"race"`
	Color      string       `json:"color"`
	Start      race.Instant `json:"start"` // the first start of the race
	Cutoff     race.Instant `json:"cutoff"`
	Repeats    bool         `json:"repeats"` // run in laps: a split is passed again and again
	Registered int          `json:"registered"`
	OnCourse   int          `json:"onCourse"` // started, and neither finished nor out
	Waiting    int          `json:"waiting"`  // no evidence of a start, and not DNS, DNF or DQ
	Overdue    int          `json:"overdue"`  // of those on course
	Splits     []SplitBoard `json:"splits"`   // in the order of the course
}

// SplitBoard is one split of the board. Everybody registered in the race is counted once in
// In + Expected + Overdue + Later + Waiting + Missed + Stopped. Lists are cut at a limit; More… says how many are left out.
type SplitBoard struct {
	SplitID    race.SplitID `json:"splitId"`
	Split      string       `json:"split"`
	Distance   float64      `json:"distance"` // metres; of one lap in a race that repeats
	Cutoff     race.Instant `json:"cutoff"`
	Transition bool         `json:"transition"`
	Watched    bool         `json:"watched"` // some source, or a person, times this split
	LastInAt   race.Instant `json:"lastInAt"`

	In            int `json:"in"`            // seen here, and not on the way to here again
	Out           int `json:"out"`           // of those, who have left
	NotSeen       int `json:"notSeen"`       // may still come: expected, overdue, later and waiting together
	ExpectedCount int `json:"expectedCount"` // this is their next split, and they still have time
	OverdueCount  int `json:"overdueCount"`  // this is their next split, and the latest time is past
	Later         int `json:"later"`         // on course, with other splits before this one
	Waiting       int `json:"waiting"`       // have not started
	Missed        int `json:"missed"`        // seen beyond, but not here
	Stopped       int `json:"stopped"`       // DNS, DNF or DQ before they came here
	Laps          int `json:"laps"`          // times that somebody passed, in a race that repeats

	Expected  []Due `json:"expected"`  // next first
	Overdue   []Due `json:"overdue"`   // longest overdue first
	InStation []Due `json:"inStation"` // came in and did not leave, at a transition point; longest there first

	MoreExpected  int `json:"moreExpected"`
	MoreOverdue   int `json:"moreOverdue"`
	MoreInStation int `json:"moreInStation"`
}

// Due is somebody who is expected, and why then.
type Due struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	Status        string             `json:"status"` // the label of lists: Expected, Current …
	Started       bool               `json:"started"`
	Lap           int                `json:"lap"` // of the expected passing, from 0
	LastSplit     string             `json:"lastSplit"`
	LastSeenAt    race.Instant       `json:"lastSeenAt"`
	Next          string             `json:"next"` // the split that the times below are about
	ExpectedAt    race.Instant       `json:"expectedAt"`
	EarliestAt    race.Instant       `json:"earliestAt"`
	LatestAt      race.Instant       `json:"latestAt"`
	AfterCutoff   bool               `json:"afterCutoff"` // at their pace they come after the cutoff
	Why           string             `json:"why"`         // one sentence: what the times stand on

	// only when contacts are asked for
	Phone          string `json:"phone,omitempty"`
	EmergencyName  string `json:"emergencyName,omitempty"`
	EmergencyPhone string `json:"emergencyPhone,omitempty"`
}
