package wire

import (
	"encoding/json"
	"fmt"
	"strconv"

	"racectl/internal/race"
)

// SavedParticipant is the answer of a participant save. A preview (dry_run) has the person as they would be saved, id 0 for a new one,
// with the result that they have now.
type SavedParticipant struct {
	ParticipantDetail
	EphemeralID string `json:"ephemeralId,omitempty"`
	// what was or would be changed, in words; [] when nothing differs
	Told    []Told   `json:"told"`
	Remarks []string `json:"remarks"` // what is unusual about it and yet allowed
	// how it changes their result, and those of others whose reads another bib or chip takes or gives; [] when it does not
	People []Affected `json:"people"`
	Others int        `json:"others"` // how many more only move to another place
}

// SavedCrossing is the answer of a crossing save.
type SavedCrossing struct {
	Crossing
	EphemeralID string `json:"ephemeralId,omitempty"`
	Acted       *Acted `json:"acted,omitempty"` // of a change: whose result it changes
}

// StatusSave is the body of POST …/participants/set_status.
type StatusSave struct {
	ParticipantIDs []race.ParticipantID `json:"participantIds,omitempty"`
	Bibs           []string             `json:"bibs,omitempty"`
	Status         StatusWord           `json:"status"`
	Why            string               `json:"why,omitempty"`
}

// StatusWord is a status as its code or its word: 2, "2" and "DNF" are one.
type StatusWord string

// CrossingBatch is the body of POST …/crossings/batch (API-35).
type CrossingBatch struct {
	Crossings []CrossingSave `json:"crossings"`
}

// Reassign is the body of POST …/crossings/reassign: the crossings belong to Receiver, 0 = as their tags say.
type Reassign struct {
	Crossings []race.ReadID      `json:"crossings"`
	Receiver  race.ParticipantID `json:"receiver"`
	Why       string             `json:"why,omitempty"`
}

// ImportCrossings is the JSON body of POST …/crossings/import: rows already taken apart (API-39).
type ImportCrossings struct {
	EventSourceID  race.SourceID `json:"eventSourceId"`
	Crossings      []CrossingRow `json:"crossings"`
	TimezoneOffset *float64      `json:"timezoneOffset,omitempty"` // hours, for times without a zone
	FileName       string        `json:"fileName,omitempty"`
}

// CrossingRow is one row of such a body.
type CrossingRow struct {
	Tag       string `json:"tag,omitempty"`
	Bib       string `json:"bib,omitempty"`
	Chip      string `json:"chip,omitempty"`
	Timestamp string `json:"timestamp"`
}

// Score is the body of POST …/score; no races means all.
type Score struct {
	RaceIDs []race.RaceID `json:"raceIds,omitempty"`
}

// Query is the body of POST query. Limit 0 = 1000 rows.
type Query struct {
	SQL   string `json:"sql"`
	Limit int    `json:"limit,omitempty"`
}

// UserSave is the body of a user save. A password of less than 8 characters is refused.
type UserSave struct {
	Name     string `json:"name,omitempty"`
	Password string `json:"password"`
}

// UnmarshalJSON takes a number or text.
func (w *StatusWord) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*w = StatusWord(s)
		return nil
	}
	var n int
	if err := json.Unmarshal(b, &n); err != nil {
		return fmt.Errorf("a status must be a code or a word such as DNF")
	}
	*w = StatusWord(strconv.Itoa(n))
	return nil
}
