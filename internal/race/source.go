package race

import "fmt"

// Source is where reads come from; all events share them (DATA-7, A-62 … A-66).
type Source struct {
	ID            SourceID `json:"id"`
	Name          string   `json:"name"`
	Status        string   `json:"status"` // "connected" or "disconnected"
	UpdatedAt     Instant  `json:"updatedAt"`
	SyncedAt      Instant  `json:"syncedAt"`
	PendingCount  int      `json:"pendingCount"`
	ClockOffsetMs int64    `json:"clockOffsetMs"` // measured: reader clock minus ours
	ApplyOffset   bool     `json:"applyClockOffset"`
	LastMessageID int64    `json:"lastMessageId"`
	AcceptCodes   []string `json:"acceptCodes"` // event codes of a controller this source accepts; empty = all
	Deleted       bool     `json:"deleted,omitempty"`
}

// Limits of what a source accepts.
const (
	maxCodes      = 100
	maxCodeLength = 100
)

// ValidateSource is nil for a source that can be stored, else an *Error with code invalid.
func ValidateSource(s *Source) error {
	v := &validator{}
	v.name("name", "a source", s.Name)
	v.atMost("acceptCodes", "the source", "codes", len(s.AcceptCodes), maxCodes)
	for i, code := range s.AcceptCodes {
		if code == "" || len([]rune(code)) > maxCodeLength || hasControl(code) {
			v.say(fmt.Sprintf("acceptCodes[%d]", i), "a code that a source accepts must have 1 to %d characters on one line", maxCodeLength)
		}
	}
	return problemError(v.problems)
}
