package wire

import "racectl/internal/race"

// JournalLine is a line of the journal as it is listed: of a long edit only the first changes are shown.
type JournalLine struct {
	race.Edit
	Told        []Told `json:"told"`                  // the listed changes in words, in their order
	MoreChanges int    `json:"moreChanges,omitempty"` // how many are left out
}

// Told is one change of the journal in words: names stand for ids, the event's wall clock for instants.
type Told struct {
	Action        string             `json:"action" enum:"create,change,remove"`
	Entity        string             `json:"entity"` // in words: "participant", "split", "crossing" …
	Name          string             `json:"name"`
	ParticipantID race.ParticipantID `json:"participantId"` // whom it touches, 0 = nobody in particular
	Fields        []FieldChange      `json:"fields"`        // "" is nothing
	Why           string             `json:"why"`
}

// JournalChoices is what a journal can be narrowed to.
type JournalChoices struct {
	Kinds []string `json:"kinds"`
	Users []string `json:"users"`
}
