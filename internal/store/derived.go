package store

import (
	"context"
	"iter"

	"github.com/duckdb/duckdb-go/v2"

	"racectl/internal/race"
)

// Derived are the conclusions of the board as rows for questions; they replace the event's earlier ones.
type Derived struct {
	EventID   race.EventID
	Results   []ResultRow
	Splits    []SplitRow
	Crossings iter.Seq[[]CrossingRow] // asked for once, piece by piece; nil = none
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
func (s *Store) ReplaceDerived(ctx context.Context, d *Derived) error {
	s.derived.Lock()
	defer s.derived.Unlock()
	err := s.use(func(in *instance) error {
		return in.raw(ctx, func(c *duckdb.Conn) error {
			w := &writer{conn: c}
			defer w.forget()
			return w.transact(ctx, func(w *writer) error { return replaceDerived(ctx, w, d) })
		})
	})
	if err != nil {
		return unavailable(s.o.Dir, err)
	}
	s.checker.note()
	return nil
}

func replaceDerived(ctx context.Context, w *writer, d *Derived) error {
	event := []int64{int64(d.EventID)}
	return firstError(
		resultTable.remove(ctx, w, "event_id", event),
		splitTimeTable.remove(ctx, w, "event_id", event),
		crossingTable.remove(ctx, w, "event_id", event),
		resultTable.add(w, under(d.EventID, d.Results)),
		splitTimeTable.add(w, under(d.EventID, d.Splits)),
		putCrossings(w, d))
}

func putCrossings(w *writer, d *Derived) error {
	if d.Crossings == nil {
		return nil
	}
	for rows := range d.Crossings {
		if err := crossingTable.add(w, under(d.EventID, rows)); err != nil {
			return err
		}
	}
	return nil
}

func under[T any](event race.EventID, rows []T) []node[T] {
	out := make([]node[T], len(rows))
	for i := range rows {
		out[i] = node[T]{event: int64(event), it: rows[i]}
	}
	return out
}
