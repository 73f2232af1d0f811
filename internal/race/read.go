package race

import "strings"

// ManualReader is the Reader of a read that a person entered (XING-1).
const ManualReader = "manual"

// Read is what one reader reported once (an immutable fact).
type Read struct {
	ID         ReadID   `json:"id"`
	SourceID   SourceID `json:"eventSourceId"`
	Key        string   `json:"key"` // the sender's own id for this read, unique for the life of the source; "" = none
	Tag        string   `json:"tag"` // upper case, as sent
	At         Instant  `json:"timestamp"`
	Reader     string   `json:"readerId"`
	Antenna    int      `json:"antenna"`
	Strength   int      `json:"strength"` // RSSI in dBm, 0 = not said
	Code       string   `json:"code"`     // the controller's event code; kept, never identifies anybody
	Pos        *Point   `json:"pos,omitempty"`
	Raw        string   `json:"raw"`
	Form       RawForm  `json:"-"` // how Raw follows from Tag and At; "" when it does not
	ReceivedAt Instant  `json:"receivedAt"`
	EditID     EditID   `json:"editId"` // the import or entry that brought it; 0 = a live feed
}

// CleanTag is a tag as it is stored: upper case, without surrounding blanks.
func CleanTag(s string) string { return strings.ToUpper(strings.TrimSpace(s)) }

// CorrectionKind names what a correction says.
type CorrectionKind string

// The kinds of correction. Those about a read name ReadID, those about a person name ParticipantID.
// For each target and kind the newest one holds; Void with Off undoes a void.
const (
	CorrectVoid     CorrectionKind = "void"     // the read never counts; Off restores it
	CorrectRetime   CorrectionKind = "retime"   // the read happened at At; unset At = as read
	CorrectReassign CorrectionKind = "reassign" // the read belongs to ParticipantID; 0 = as the tag says
	CorrectLock     CorrectionKind = "lock"     // the read stands at SplitID (and Lap); 0 = automatic
	CorrectForce    CorrectionKind = "force"    // Valid true or false; nil = automatic
	CorrectStatus   CorrectionKind = "status"   // the participant's status is Status
	CorrectPlace    CorrectionKind = "place"    // the participant's place is Place; 0 = as the time says
)

// CorrectionID is given by the store and grows with every correction.
type CorrectionID int64

// Correction is one decision of a person or a named automatic rule. It is never changed or removed; a newer one replaces it.
type Correction struct {
	ID            CorrectionID   `json:"id"`
	EventID       EventID        `json:"raceEventId"`
	Kind          CorrectionKind `json:"kind"`
	ReadID        ReadID         `json:"readId,omitempty"`
	ParticipantID ParticipantID  `json:"participantId,omitempty"`
	Off           bool           `json:"off,omitempty"`
	At            Instant        `json:"at"`
	SplitID       SplitID        `json:"splitId,omitempty"`
	Lap           *int           `json:"lap,omitempty"` // with lock: nil = the lap that routing finds
	Valid         *bool          `json:"valid,omitempty"`
	Status        Status         `json:"status,omitempty"`
	Place         int            `json:"place,omitempty"`
	Automatic     bool           `json:"automatic,omitempty"` // made by a rule; a read that proves it wrong takes it back
	Who           string         `json:"who"`
	When          Instant        `json:"when"`
	Why           string         `json:"why"`
	EditID        EditID         `json:"editId"`
}
