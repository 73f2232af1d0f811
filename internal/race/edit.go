package race

import (
	"encoding/json"
	"strings"
)

// EditID is given by the store and grows with every entry of the journal.
type EditID int64

// Edit is one entry of the journal: one thing that a person or a named rule did, with all it changed.
// It can be undone as one (A journal entry made by an undo names what it undid).
type Edit struct {
	ID       EditID   `json:"id"`
	EventID  EventID  `json:"raceEventId"` // 0 = about the whole installation
	At       Instant  `json:"at"`
	Actor    Actor    `json:"actor"`
	Kind     string   `json:"kind"`    // a verb of the product: "import participants", "set status" …
	Summary  string   `json:"summary"` // one sentence for people
	Changes  []Change `json:"changes"`
	Undoes   EditID   `json:"undoes,omitempty"`
	UndoneBy EditID   `json:"undoneBy,omitempty"`
}

// Actor is who made an edit: a user, or a rule named in Rule.
type Actor struct {
	User string `json:"user"`           // user name, "shell" for the local socket
	Via  string `json:"via"`            // "console", "racectl", "raced"
	Rule string `json:"rule,omitempty"` // "auto_dns", "lps" … for automatic edits
}

// Change is what one edit did to one thing. Before is null for something created, After for something removed;
// otherwise both hold only the fields that changed, as the API names them.
type Change struct {
	Entity string          `json:"entity"` // "event", "race", "participant", "correction", "reads" …
	ID     int64           `json:"id"`
	Name   string          `json:"name"` // what people call it: "50K", "#12 Ana Ito"
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
	// whom it touched, where that is not said by what changed: the owner of a read that was corrected
	ParticipantID ParticipantID `json:"participantId,omitempty"`
}

// User may sign in. Hash is an argon2id hash and never leaves the store through the API.
type User struct {
	Name      string  `json:"name"`
	Hash      string  `json:"-"`
	CreatedAt Instant `json:"createdAt"`
}

// UserKey is a user name for comparison: letter case and blanks around it aside.
func UserKey(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// Notification tells the people at the desk that something needs a look (DATA-10).
type Notification struct {
	ID          int64   `json:"id"`
	EventID     EventID `json:"raceEventId"`
	Type        string  `json:"type"` // info, warning or error
	Title       string  `json:"title"`
	Detail      string  `json:"detail"`
	Action      string  `json:"action"`      // a path of the console
	ActionTitle string  `json:"actionTitle"` // the words on its button
	At          Instant `json:"at"`
}
