package wire

import "racectl/internal/race"

// Races names races of an event; none means all of it.
type Races struct {
	RaceIDs []race.RaceID `json:"raceIds"`
}

// Reset is the answer of POST reset: what was set aside, and where a list of the crossings is kept. EditID is 0, and File empty,
// in a dry run and when there was nothing.
type Reset struct {
	EditID    race.EditID `json:"editId"`
	Summary   string      `json:"summary"`
	Crossings int         `json:"crossings"`
	Reads     int         `json:"reads"`
	Statuses  int         `json:"statuses"` // automatic ones that were taken back
	Places    int         `json:"places"`   // fixed by hand that were taken back
	File      string      `json:"file"`     // on the machine that raced runs on
}
