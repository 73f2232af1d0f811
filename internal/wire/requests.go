package wire

import "racectl/internal/race"

// Login is the body of POST authenticate; LoginAnswer its answer (API-10).
type Login struct {
	U string `json:"u"`
	P string `json:"p"`
}

// LoginAnswer carries the token that every other call needs.
type LoginAnswer struct {
	Token     string       `json:"token"`
	ExpiresAt race.Instant `json:"expiresAt"`
}

// Error is the body of every failure.
type Error struct {
	Error  string    `json:"error"`
	Errors []string  `json:"errors"`
	Code   race.Code `json:"code"`
	Field  string    `json:"field,omitempty"`
}

// Plan is the answer of event apply: what differs, in words and as the journal would hold it.
type Plan struct {
	Event   string       `json:"event"`
	EventID race.EventID `json:"raceEventId"`
	Applied bool         `json:"applied"`
	EditID  race.EditID  `json:"editId"`
	Steps   []PlanStep   `json:"steps"`
	// what it changed in the results; absent when nothing, and in a dry run
	Rescored *Rescored `json:"rescored,omitempty"`
}

// PlanStep is one difference: "create race 50K", "change split Finish: distance 50000 -> 50100".
type PlanStep struct {
	Action string        `json:"action"` // create, change, remove
	Entity string        `json:"entity"`
	Name   string        `json:"name"`
	Fields []FieldChange `json:"fields"`
}

// FieldChange is one field's old and new value as text.
type FieldChange struct {
	Field string `json:"field"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// ScoreChange is one line of `racectl score`: somebody whose result differs after scoring again.
type ScoreChange struct {
	ParticipantID race.ParticipantID `json:"participantId"`
	Bib           string             `json:"bib"`
	Name          string             `json:"name"`
	Race          string             `json:"race"`
	From          string             `json:"from"`
	To            string             `json:"to"`
}

// Version describes the running server.
type Version struct {
	Version string       `json:"version"`
	Branch  string       `json:"branch"`
	Commit  string       `json:"commit"`
	Date    string       `json:"date"`
	Now     race.Instant `json:"now"`
	// Environment is what this raced is for, "production", "rehearsal" or "demo": the label that Actions shows while alt is held.
	Environment string `json:"environment,omitempty"`
}

// Message is one frame of the ControlChannel or EventChannel. Only the fields of its msgType are set.
type Message struct {
	MsgType       string             `json:"msgType"`
	Seq           uint64             `json:"seq,omitempty"`
	RaceEventID   race.EventID       `json:"raceEventId,omitempty"`
	Entities      map[string][]any   `json:"entities,omitempty"`     // entityCreate, entityUpdate: collection -> partial rows with id
	Collection    string             `json:"collection,omitempty"`   // entityDelete
	IDs           []int64            `json:"ids,omitempty"`          // entityDelete
	Participants  []Placement        `json:"participants,omitempty"` // entityPlacements
	Crossing      *Crossing          `json:"crossing,omitempty"`
	Messages      []Message          `json:"messages,omitempty"` // batch
	Notification  *race.Notification `json:"notification,omitempty"`
	EventSourceID race.SourceID      `json:"eventSourceId,omitempty"`
	Status        string             `json:"status,omitempty"`
	UpdatedAt     race.Instant       `json:"updatedAt,omitzero"`
	MessageID     int64              `json:"messageId,omitempty"`
	At            race.Instant       `json:"at,omitzero"` // livetrackStatus
	Tag           string             `json:"tag,omitempty"`
	P             *float64           `json:"p,omitempty"`
}

// Placement is a participant's places now (entityPlacements). Those that are as they were need not be said: see Part.
type Placement struct {
	ID           race.ParticipantID `json:"id"`
	OverallPlace *int               `json:"overallPlace" required:"false"`
	GenderPlace  *int               `json:"genderPlace" required:"false"`
	BandPlace    *int               `json:"bandPlace" required:"false"`
	Position     int                `json:"position" required:"false"`

	Fields uint64 `json:"-"` // which are said, 0 = all
}

// MarshalJSON is json.Marshaler.
func (p Placement) MarshalJSON() ([]byte, error) { return Part{&p, p.Fields}.MarshalJSON() }

// ListChange stands in a save for a list of texts that is to be changed and not replaced: Remove goes, Add comes, the rest stays.
type ListChange struct {
	Add    []string `json:"add,omitempty"`
	Remove []string `json:"remove,omitempty"`
}
