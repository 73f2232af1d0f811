package wire

import (
	"encoding/json"

	"racectl/internal/race"
)

// FetchRankings is the body of POST …/rankings (API-32): the service's number of a race.
type FetchRankings struct {
	Did string `json:"did"`
}

// UnmarshalJSON takes the number as a number or as a text.
func (f *FetchRankings) UnmarshalJSON(b []byte) error {
	var raw struct{ Did json.RawMessage }
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	if json.Unmarshal(raw.Did, &f.Did) != nil {
		var n json.Number
		if err := json.Unmarshal(raw.Did, &n); err != nil && len(raw.Did) > 0 {
			return err
		}
		f.Did = n.String()
	}
	return nil
}

// RankingsReceipt says what became of rankings.
type RankingsReceipt struct {
	Stored  int         `json:"stored"`  // rankings that the event holds now
	Matched int         `json:"matched"` // people who have got one
	Changed int         `json:"changed"` // of these, those whose rank is another one now
	EditID  race.EditID `json:"editId"`  // 0 when nothing differs
	Summary string      `json:"summary"`
	// names of which the event has nobody
	Unmatched []string `json:"unmatched"`
	// names of which there are several, in the rankings or among the people: nobody gets one
	Ambiguous []string        `json:"ambiguous"`
	Messages  []ImportMessage `json:"messages"` // rows that could not be read
}
