package wire

import (
	"encoding/json"
	"fmt"

	"racectl/internal/race"
)

// PlanBibs is the body of POST …/plan_bibs. Without ranges those of the race hold.
type PlanBibs struct {
	Sort      string  `json:"sort,omitempty" doc:"registrationDate (default), lastName, wave or rank"`
	Secondary string  `json:"secondary,omitempty"`
	Ranges    *string `json:"ranges,omitempty" doc:"such as 1,3,4-10"`
}

// BibPlan is who would get which bib. Nothing is saved by it.
type BibPlan struct {
	Ranges      string       `json:"ranges"`
	Assignments []PlannedBib `json:"assignments"` // in the order in which the numbers are given
	Left        []LeftOver   `json:"left"`        // for whom there is no number
	Stats       BibStats     `json:"stats"`
}

// PlannedBib is a bib for somebody.
type PlannedBib struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Name          string             `json:"name"`
	Bib           string             `json:"bib"`
}

// LeftOver is somebody for whom a plan has nothing, and the reason.
type LeftOver struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Name          string             `json:"name"`
	Why           string             `json:"why"`
}

// BibStats are the numbers beside a plan of bibs.
type BibStats struct {
	Participants int `json:"participants"` // of the race
	WithBib      int `json:"withBib"`      // who have a bib, and keep it
	Without      int `json:"without"`      // who have none yet
	Free         int `json:"free"`         // numbers in the ranges that nobody in the event has
	Short        int `json:"short"`        // how many numbers are missing
}

// AssignBibs is the body of PUT …/assign_bibs: all of it is done or nothing (API-31, A-105). null and "" take a bib away. With a race
// and ranges those are kept on the race (BIB-16).
type AssignBibs struct {
	Assignments map[race.ParticipantID]*BibWord `json:"assignments"`
	RaceID      race.RaceID                     `json:"raceId,omitempty"`
	BibRanges   *string                         `json:"bibRanges,omitempty"`
}

// BibWord is a bib as text or as a number.
type BibWord string

// UnmarshalJSON takes a number or text.
func (w *BibWord) UnmarshalJSON(b []byte) error {
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(b, &s) == nil:
		*w = BibWord(s)
	case json.Unmarshal(b, &n) == nil:
		*w = BibWord(n.String())
	default:
		return fmt.Errorf("a bib must be text or a number")
	}
	return nil
}

// AssignedBibs is the answer: what differs. A preview (dry_run) has no EditID.
type AssignedBibs struct {
	EditID   race.EditID  `json:"editId"`
	Summary  string       `json:"summary"` // as the journal has it; "" when nothing differs
	Bibs     []ChangedBib `json:"bibs"`
	Rescored *Rescored    `json:"rescored,omitempty"`
}

// ChangedBib is somebody whose bib changes; "" is none.
type ChangedBib struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Name          string             `json:"name"`
	Was           string             `json:"was"`
	Bib           string             `json:"bib"`
}

// PlanWaves is the body of POST …/plan_waves. Without attributes those of the race hold.
type PlanWaves struct {
	Attrs *race.WaveAttrs `json:"attrs,omitempty"`
}

// PlannedWaves is who would start in which wave, and why (A-107 … A-111). Nothing is saved by it.
type PlannedWaves struct {
	Attrs  race.WaveAttrs `json:"attrs"` // with every default said
	Waves  []PlannedWave  `json:"waves"` // in the order in which they fill
	People []PlannedStart `json:"people"`
	Left   int            `json:"left"`  // how many have no wave
	Notes  []string       `json:"notes"` // what should be looked at
}

// PlannedWave is a wave of a plan with its people in the order of their scores.
type PlannedWave struct {
	ID           race.WaveID          `json:"id"`
	Name         string               `json:"name"`
	Time         race.Instant         `json:"time"`
	Kind         string               `json:"kind" enum:",eliteMen,eliteWomen"`
	Capacity     int                  `json:"capacity"`
	Participants []race.ParticipantID `json:"participants"`
}

// PlannedStart is one person of a plan: wave by wave in the order of the scores, and who has no wave at the end. Ranking, preference,
// gender and weight are the terms of the score and add up to own; the score of a party is the mean of its members'.
type PlannedStart struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	WaveID        race.WaveID        `json:"waveId"`          // 0 = none
	Party         int                `json:"party,omitempty"` // number of the party; absent = starts alone
	Basis         string             `json:"basis" enum:"ranking,blend,average,bib,random"`
	Value         float64            `json:"value"` // what counts as the ranking, 0 … 1
	Ranking       float64            `json:"ranking"`
	Preference    float64            `json:"preference,omitempty"`
	Gender        float64            `json:"gender,omitempty"`
	Weight        float64            `json:"weight,omitempty"`
	Own           float64            `json:"own"`
	Score         float64            `json:"score"`
	OwnStart      bool               `json:"ownStart,omitempty"` // keeps a start of their own
	Why           string             `json:"why,omitempty"`      // why there is no wave
	Remark        string             `json:"remark,omitempty"`
}
