package wire

import "racectl/internal/race"

// LpsCommand is the body of POST lps.
type LpsCommand struct {
	Cmd string `json:"cmd" enum:"start,stop"`
}

// LpsStatus says that the monitor of last-person-standing races of an event is in another state (RT-30).
type LpsStatus struct {
	Status string `json:"status"`
}

// LpsMonitor is the answer of GET and POST lps: what the monitor of last-person-standing races does, and what each of these races is about
// to decide.
type LpsMonitor struct {
	Status string      `json:"status" enum:"stopped,starting,running"`
	Races  []LpsRace   `json:"races"`  // in the order of the event
	EditID race.EditID `json:"editId"` // of a start or stop, the entry of the journal; 0 when it was so already, or of a question
}

// LpsRace is how a last-person-standing race stands.
type LpsRace struct {
	RaceID    race.RaceID  `json:"raceId"`
	Race      string       `json:"race"`
	Round     int          `json:"round"`     // that is being run; 0 before the start
	Bell      race.Instant `json:"bell"`      // that ends it, before the start the start; null when none rings any more
	DecidesAt race.Instant `json:"decidesAt"` // late reads are waited for until then
	In        int          `json:"in"`        // how many are in the race: started, and without a status
	Completed int          `json:"completed"` // how many of them have completed the lap of the round
	WouldBe   []LpsPerson  `json:"wouldBe"`   // those of them who have not, by bib: out at the bell as things stand
	Due       []LpsBell    `json:"due"`       // what bells that have rung decide and is not carried out yet, oldest first
	Unread    []LpsUnread  `json:"unread"`    // rounds in which nobody was read, and for which nobody is marked
	Winner    *LpsPerson   `json:"winner"`    // whoever is Finished; null for nobody
}

// LpsBell is what is decided at one bell.
type LpsBell struct {
	Round  int          `json:"round"`
	Bell   race.Instant `json:"bell"`
	Out    []LpsPerson  `json:"out"`
	Winner *LpsPerson   `json:"winner"`
}

// LpsUnread is a round that nobody was read in.
type LpsUnread struct {
	Round  int          `json:"round"`
	Bell   race.Instant `json:"bell"`
	People []LpsPerson  `json:"people"` // who lacks its lap
}

// LpsPerson is somebody in a last-person-standing race.
type LpsPerson struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	Laps          int                `json:"laps"` // completed in time
}
