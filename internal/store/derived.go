package store

import (
	"context"

	"racectl/internal/race"
)

// Derived are the conclusions of the board as rows for questions; they replace the event's earlier ones.
type Derived struct {
	EventID   race.EventID
	Results   []ResultRow
	Splits    []SplitRow
	Crossings []CrossingRow
}

// ResultRow is one participant's standing. Durations are milliseconds, -1 = none; places 0 = none.
type ResultRow struct {
	ParticipantID                        race.ParticipantID
	RaceID                               race.RaceID
	Position                             int // in standing order, from 1
	Place, GenderPlace, BandPlace        int
	Band                                 string
	Status                               race.Status
	StatusLabel                          string
	Start, Finish, LastSeen              race.Instant
	TimeMs, GunMs, ChipMs, LastElapsedMs int64
	LastSplitID                          race.SplitID
	LapCount                             int
	DistanceM                            float64
	Flag                                 string
	Age                                  int
}

// SplitRow is one time at one split and lap.
type SplitRow struct {
	ParticipantID      race.ParticipantID
	RaceID             race.RaceID
	SplitID            race.SplitID
	Lap                int
	Distance           float64
	At, Out            race.Instant
	ElapsedMs          int64
	Place, GenderPlace int
	ReadID             race.ReadID
}

// CrossingRow is one read with what became of it.
type CrossingRow struct {
	ReadID        race.ReadID
	CrossingID    race.ReadID
	ParticipantID race.ParticipantID
	RaceID        race.RaceID
	SourceID      race.SourceID
	SplitID       race.SplitID
	Lap           int
	At            race.Instant
	Tag           string
	Disposition   race.Disposition
	Reason        string
	Valid         bool
}

// ReplaceDerived rewrites the derived tables of one event in one transaction. It may run beside Write.
func (s *Store) ReplaceDerived(ctx context.Context, d *Derived) error { panic("being built") }
