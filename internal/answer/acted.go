package answer

import (
	"cmp"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// Affected lists whose standing or times a supposition changes, race by race and by bib. It must be asked while the board, of which
// the supposition was made, stands still.
func (e *Event) Affected(s *scoring.Supposition) []wire.Affected {
	out := []wire.Affected{}
	for _, id := range s.People() {
		if a, changes := e.affected(s, id); changes {
			out = append(out, a)
		}
	}
	return out
}

func (e *Event) affected(s *scoring.Supposition, id race.ParticipantID) (a wire.Affected, changes bool) {
	was, _ := e.Board.Performance(id)
	now, ok := s.Board.Performance(id)
	if was == nil || !ok {
		return a, false
	}
	from, to := e.Event.Race(was.RaceID), e.Event.Race(now.RaceID)
	a = wire.Affected{
		ParticipantID: id, Was: standing(from, was, e.Board.Places(id)), Now: standing(to, now, s.Places(id)),
		Times: timeChanges(from, was, to, now),
	}
	if p := e.People[id]; p != nil {
		a.Bib, a.Name = p.Bib, p.Name()
	}
	if from != nil {
		a.Race = from.Name
	}
	if to != nil && to != from {
		a.ToRace = to.Name
	}
	return a, len(a.Times) > 0 || from != to || was.Automatic != now.Automatic || !sameStanding(&a.Was, &a.Now)
}

func standing(r *race.Race, p *scoring.Performance, places scoring.Places) wire.Standing {
	return wire.Standing{
		Status: p.Status, StatusLabel: scoring.StatusLabel(r, p, false), Place: place(places.Overall),
		TimeMs: millis(p.TimeMs), ElapsedMs: millis(p.LastElapsedMs), LastSplit: splitName(r, p.LastSplitID), LapCount: p.LapCount,
	}
}

func sameStanding(a, b *wire.Standing) bool {
	return a.Status == b.Status && a.StatusLabel == b.StatusLabel && same(a.Place, b.Place) && same(a.TimeMs, b.TimeMs) &&
		same(a.ElapsedMs, b.ElapsedMs) && a.LastSplit == b.LastSplit && a.LapCount == b.LapCount
}

func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// millis is a duration for JSON, null below 0.
func millis(ms int64) *int64 {
	if ms < 0 {
		return nil
	}
	return &ms
}

// timeChanges lists the times at splits that are not the same, in the order in which they were or would be run.
func timeChanges(from *race.Race, was *scoring.Performance, to *race.Race, now *scoring.Performance) []wire.TimeChange {
	type spot struct {
		split race.SplitID
		lap   int
	}
	type line struct {
		at race.Instant
		wire.TimeChange
	}
	var lines []line
	old := map[spot]*scoring.Passing{}
	for i := range was.Passings {
		p := &was.Passings[i]
		old[spot{p.SplitID, p.Lap}] = p
	}
	for i := range now.Passings {
		p := &now.Passings[i]
		c := wire.TimeChange{Split: splitName(to, p.SplitID), Lap: p.Lap, NowMs: &p.ElapsedMs}
		if o := old[spot{p.SplitID, p.Lap}]; o != nil {
			delete(old, spot{p.SplitID, p.Lap})
			if c.WasMs = &o.ElapsedMs; o.ElapsedMs == p.ElapsedMs && o.At == p.At && o.Out == p.Out {
				continue
			}
		}
		lines = append(lines, line{p.At, c})
	}
	for _, o := range old {
		lines = append(lines, line{o.At, wire.TimeChange{Split: splitName(from, o.SplitID), Lap: o.Lap, WasMs: &o.ElapsedMs}})
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.Split, b.Split), cmp.Compare(a.Lap, b.Lap))
	})
	out := make([]wire.TimeChange, len(lines))
	for i := range lines {
		out[i] = lines[i].TimeChange
	}
	return out
}

// SupposedOf lists the crossings of reads as they would be, each once; one of a read that is not stored yet has no id. It says no places:
// those among everybody are not looked up.
func (e *Event) SupposedOf(s *scoring.Supposition, ids []race.ReadID) []wire.Crossing {
	would := *e
	would.Board = s.Board
	out := would.CrossingsWith(ids)
	for i := range out {
		c := &out[i]
		c.OverallPlace, c.GenderPlace = nil, nil
		if c.ID >= scoring.Imagined(0) {
			c.ID = 0
		}
	}
	return out
}
