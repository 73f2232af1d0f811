package wire

import "racectl/internal/race"

// Crossing is a passage as people see it: one row per passage, standing on the read that counts (DATA-14).
type Crossing struct {
	ID            race.ReadID        `json:"id"` // the first read of the passage
	RaceEventID   race.EventID       `json:"raceEventId"`
	ParticipantID race.ParticipantID `json:"participantId"` // 0 = Unknown Participant
	RaceID        race.RaceID        `json:"raceId"`
	SplitID       race.SplitID       `json:"splitId"`
	EventSourceID race.SourceID      `json:"eventSourceId"`
	ReaderID      string             `json:"readerId"`
	Tag           string             `json:"tag"` // the bib part of the tag
	Timestamp     race.Instant       `json:"timestamp"`
	LoopID        int                `json:"loopId"`
	ValidCrossing bool               `json:"validCrossing"`
	Disposition   race.Disposition   `json:"disposition"`
	Reason        string             `json:"reason"`
	Locked        bool               `json:"locked"`
	Forced        *bool              `json:"forced,omitempty"` // what somebody said of validCrossing, whatever the rules say; absent when nobody did
	Corrected     bool               `json:"corrected"`
	Reads         int                `json:"reads"` // how many reads the passage has
	OverallPlace  *int               `json:"overallPlace"`
	GenderPlace   *int               `json:"genderPlace"`
	// who it was, so that a ticker can draw it without asking
	Bib       string `json:"bib"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Split     string `json:"split"`
	Color     string `json:"color"`
}

// Read is one read with what became of it: a line of explain.
type Read struct {
	ID            race.ReadID        `json:"id"`
	CrossingID    race.ReadID        `json:"crossingId"`
	ParticipantID race.ParticipantID `json:"participantId"`
	EventSourceID race.SourceID      `json:"eventSourceId"`
	Source        string             `json:"source"`
	Tag           string             `json:"tag"`
	At            race.Instant       `json:"at"`     // the time it counts with
	ReadAt        race.Instant       `json:"readAt"` // what the reader said
	Disposition   race.Disposition   `json:"disposition"`
	Reason        string             `json:"reason"`
	Valid         bool               `json:"valid"`
	SplitID       race.SplitID       `json:"splitId"`
	Split         string             `json:"split"`
	Lap           int                `json:"lap"`
	Manual        bool               `json:"manual"`
	Backup        bool               `json:"backup"`
	Corrected     bool               `json:"corrected"`
	Locked        bool               `json:"locked"`
	Forced        *bool              `json:"forced,omitempty"` // whether it counts, as somebody said; absent when nobody did
}

// Explanation is the answer of `racectl explain --json`.
type Explanation struct {
	ParticipantID race.ParticipantID `json:"participantId"` // 0 when the reads belong to nobody
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	Race          string             `json:"race"`
	Status        string             `json:"status"`
	Result        *Result            `json:"result"` // null for nobody
	Story         []string           `json:"story"`  // sentences: which clock, which start, which finish
	Reads         []Read             `json:"reads"`
}

// CrossingSave is the body of POST and PUT crossings. Absent fields stay as they are.
type CrossingSave struct {
	ID            *int64  `json:"id,omitempty"`
	EphemeralID   string  `json:"ephemeralId,omitempty"`
	ReaderID      string  `json:"readerId,omitempty"`
	ParticipantID *int64  `json:"participantId,omitempty"`
	EventSourceID *int64  `json:"eventSourceId,omitempty"`
	SplitID       *int64  `json:"splitId,omitempty"` // choosing a split locks it; null = automatic
	LoopID        *int    `json:"loopId,omitempty"`
	Timestamp     *string `json:"timestamp,omitempty"`
	Tag           *string `json:"tag,omitempty"`
	ValidCrossing *bool   `json:"validCrossing,omitempty"`
	Why           string  `json:"why,omitempty"`
}

// ReadIn is one read as POST /event_sources/{id}/reads takes it. Tag or bib, and a time, are needed.
type ReadIn struct {
	Key       string   `json:"key,omitempty"`
	Tag       string   `json:"tag,omitempty"`
	Bib       string   `json:"bib,omitempty"`
	Timestamp string   `json:"timestamp"` // RFC 3339
	ReaderID  string   `json:"readerId,omitempty"`
	Antenna   int      `json:"antenna,omitempty"`
	Strength  int      `json:"strength,omitempty"`
	Code      string   `json:"code,omitempty"`
	Lat       *float64 `json:"lat,omitempty"`
	Lon       *float64 `json:"lon,omitempty"`
	Raw       string   `json:"raw,omitempty"`
}

// ReadsReceipt says what became of reads that were handed in: every one is now stored, or was there already, or could not be read.
type ReadsReceipt struct {
	Accepted    int         `json:"accepted"`
	Known       int         `json:"known"`
	Unreadable  []BadLine   `json:"unreadable"`
	UnknownTags []string    `json:"unknownTags"`
	GunMarkers  []GunMarker `json:"gunMarkers"`
	EditID      race.EditID `json:"editId"`
	Format      string      `json:"format"`
	Notes       []string    `json:"notes"` // about the file as a whole: an hour that the clock showed twice …
}

// BadLine is a line of a file that could not be read.
type BadLine struct {
	Line   int    `json:"line"`
	Text   string `json:"text"`
	Reason string `json:"reason"`
}

// GunMarker is a gun time found beside a file of reads, offered as a race or wave start.
type GunMarker struct {
	At     race.Instant `json:"at"`
	Box    string       `json:"box"`
	Detail string       `json:"detail"`
}
