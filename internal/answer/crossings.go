package answer

import (
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// within keeps a number of somebody else's in a range that can be counted with; there are never that many crossings.
func within(n int) int { return min(max(n, 0), 1<<30) }

// Crossings lists crossings (passages) in time order, and how many there are without Offset and Limit.
func (e *Event) Crossings(f CrossingFilter) ([]wire.Crossing, int) {
	l := e.NewListing(f)
	for !l.Gather(e, 1000) {
	}
	found := l.Found()
	return e.Show(Page(found, f.Offset, f.Limit)), len(found)
}

// Page is the part of a list from an offset on, at most limit of it; all the rest when limit is 0.
func Page(found []race.ReadID, offset, limit int) []race.ReadID {
	found = found[min(within(offset), len(found)):]
	if n := within(limit); n > 0 {
		found = found[:min(n, len(found))]
	}
	return found
}

// Show turns ids into crossings as they are now, without those that are no more. The reads of each owner, and of each tag of nobody, are
// looked at once, however many of their crossings are shown.
func (e *Event) Show(ids []race.ReadID) []wire.Crossing {
	out := make([]wire.Crossing, 0, len(ids))
	all := e.Board.NewPassages()
	for _, id := range ids {
		if reads := all.Of(id); len(reads) > 0 && reads[0].Crossing == id {
			out = append(out, e.crossing(passages(nil, reads)[0]))
		}
	}
	return out
}

// CrossingsWith lists the crossings that reads belong to, each once.
func (e *Event) CrossingsWith(ids []race.ReadID) []wire.Crossing {
	out := make([]wire.Crossing, 0, len(ids))
	seen := make(map[race.ReadID]bool, len(ids))
	all := e.Board.NewPassages()
	for _, id := range ids {
		if reads := all.Of(id); len(reads) > 0 && !seen[reads[0].Crossing] {
			seen[reads[0].Crossing] = true
			out = append(out, e.crossing(passages(nil, reads)[0]))
		}
	}
	return out
}

// Crossing is the passage that a read belongs to; code not_found when the event does not hold that read.
func (e *Event) Crossing(id race.ReadID) (wire.Crossing, error) {
	found := passages(nil, e.Board.Passage(id))
	if len(found) == 0 {
		return wire.Crossing{}, race.NotFound("crossing", int64(id))
	}
	return e.crossing(found[0]), nil
}

// CrossingsUpTo lists the crossings of a person, 0 for those of nobody, that stand on reads up to an id and that no reset has set
// aside yet: what a reset would set aside.
func (e *Event) CrossingsUpTo(id race.ParticipantID, last race.ReadID) []wire.Crossing {
	all := e.Board.ReadsOf(id)
	if id == 0 {
		all = e.Board.Unowned()
	}
	reads := slices.DeleteFunc(all, func(j scoring.Judged) bool {
		return j.Read.ID > last || j.Read.ID <= e.Event.DiscardedThrough
	})
	return e.crossingsOf(reads)
}

// Judged is the crossing that stands on one read as the board reported it (for the ticker, where the read has just been scored).
func (e *Event) Judged(j scoring.Judged) wire.Crossing {
	return e.crossing(passage{main: j, reads: 1})
}

// RecentCount is how many crossings the last-seen list shows.
const RecentCount = 12

// Recent lists the newest crossings that count at a split, with those of unknown tags at the split's sources; newest first.
// Split 0 asks about the whole event.
func (e *Event) Recent(split race.SplitID) []wire.Crossing {
	var newest []passage
	keep := func(p passage) {
		at, _ := slices.BinarySearchFunc(newest, p, func(a, b passage) int { return comparePassages(b, a) })
		if at < RecentCount {
			newest = slices.Insert(newest, at, p)
			newest = newest[:min(len(newest), RecentCount)]
		}
	}
	var perf scoring.Performance
	for id := range e.People {
		if !e.Board.Refill(&perf, id) {
			continue
		}
		for _, pass := range perf.Passings {
			if split != 0 && pass.SplitID != split || len(newest) == RecentCount && pass.At < newest[RecentCount-1].main.At {
				continue
			}
			if j, ok := e.Board.Read(pass.ReadID); ok {
				keep(passage{main: j, reads: 1})
			}
		}
	}
	sources := e.sourcesOf(split)
	for _, p := range passages(nil, e.Board.Unowned()) {
		if p.main.Disposition == race.DispUnknownTag && (split == 0 || sources[p.main.Read.Source]) {
			keep(p)
		}
	}
	out := make([]wire.Crossing, len(newest))
	for i, p := range newest {
		out[i] = e.crossing(p)
	}
	return out
}

func (e *Event) sourcesOf(split race.SplitID) map[race.SourceID]bool {
	out := make(map[race.SourceID]bool)
	for i := range e.Event.Races {
		if s := e.Event.Races[i].Split(split); s != nil {
			for _, route := range s.EventRoutes {
				out[route.SourceID] = true
			}
		}
	}
	return out
}
