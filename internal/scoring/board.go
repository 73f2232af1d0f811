package scoring

import "racectl/internal/race"

// Board is the live state of one event. It is not safe for concurrent use: race control owns it.
// After any sequence of calls every answer equals that of a board built at once from the same facts.
type Board struct{}

// NewBoard scores an input from nothing.
func NewBoard(in Input) *Board { panic("being built") }

// AddReads folds reads in; reads it already holds (same ID) change nothing.
func (b *Board) AddReads(reads []Read) Delta { panic("being built") }

// AddCorrections folds corrections in; for each target and kind the one with the largest ID holds.
func (b *Board) AddCorrections(cs []race.Correction) Delta { panic("being built") }

// SetSetup replaces the set-up and scores again whatever it touches.
func (b *Board) SetSetup(s Setup) Delta { panic("being built") }

// SetPeople adds or replaces people and removes others; reads of unknown tags are looked at again.
func (b *Board) SetPeople(put []race.Participant, remove []race.ParticipantID) Delta {
	panic("being built")
}

// Performance is one person's; false when the board does not know them.
func (b *Board) Performance(id race.ParticipantID) (*Performance, bool) { panic("being built") }

// Places are the person's places now.
func (b *Board) Places(id race.ParticipantID) Places { panic("being built") }

// PassingPlaces are the person's places at one split and lap, among valid passings by elapsed time.
func (b *Board) PassingPlaces(id race.ParticipantID, split race.SplitID, lap int) Places {
	panic("being built")
}

// Standing lists the people of a race in standing order: ranked ones first, then by RES-15 and bib.
func (b *Board) Standing(id race.RaceID) []race.ParticipantID { panic("being built") }

// StandingAt lists the people that passed a split (and lap), fastest first.
func (b *Board) StandingAt(id race.RaceID, split race.SplitID, lap int) []race.ParticipantID {
	panic("being built")
}

// ReadsOf lists every read of a person with its disposition, in time order.
func (b *Board) ReadsOf(id race.ParticipantID) []Judged { panic("being built") }

// Unowned lists the reads that belong to nobody here (unknown tags, foreign prefixes, other events), in time order.
func (b *Board) Unowned() []Judged { panic("being built") }

// Read finds one read; false when the board does not hold it.
func (b *Board) Read(id race.ReadID) (Judged, bool) { panic("being built") }

// Owner is whose tag this is in the event, 0 for nobody.
func (b *Board) Owner(tag string) race.ParticipantID { panic("being built") }
