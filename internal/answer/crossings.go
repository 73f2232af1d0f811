package answer

import (
	"cmp"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// CrossingFilter chooses crossings. A zero field does not filter.
type CrossingFilter struct {
	Split       race.SplitID
	Source      race.SourceID
	Participant race.ParticipantID
	From, To    race.Instant // both included
	Unmatched   bool         // only crossings that belong to nobody
	Newest      bool         // newest first instead of oldest first
	Offset      int
	Limit       int // 0 = all
}

// Crossings lists crossings (passages) in time order, and how many there are without Offset and Limit.
func (e *Event) Crossings(f CrossingFilter) ([]wire.Crossing, int) {
	var all []passage
	if !f.Unmatched {
		for id := range e.People {
			if f.Participant == 0 || f.Participant == id {
				all = f.keep(all, e.Board.ReadsOf(id))
			}
		}
	}
	if f.Participant == 0 {
		all = f.keep(all, e.Board.Unowned())
	}
	slices.SortFunc(all, comparePassages)
	if f.Newest {
		slices.Reverse(all)
	}
	total := len(all)
	all = all[min(max(f.Offset, 0), total):]
	if f.Limit > 0 && len(all) > f.Limit {
		all = all[:f.Limit]
	}
	out := make([]wire.Crossing, len(all))
	for i, p := range all {
		out[i] = e.crossing(p)
	}
	return out, total
}

// Crossing is the passage that a read belongs to; code not_found when the event does not hold that read.
func (e *Event) Crossing(id race.ReadID) (wire.Crossing, error) {
	j, ok := e.Board.Read(id)
	if !ok {
		return wire.Crossing{}, race.NotFound("crossing", int64(id))
	}
	for _, p := range passages(e.siblings(j)) {
		if p.main.Crossing == j.Crossing {
			return e.crossing(p), nil
		}
	}
	return e.crossing(passage{main: j, reads: 1}), nil
}

// Judged is the crossing that stands on one read as the board reported it (for the ticker, where the read has just been scored).
func (e *Event) Judged(j scoring.Judged) wire.Crossing {
	return e.crossing(passage{main: j, reads: 1})
}

// PassageReads lists the reads of the passage that a read belongs to; code not_found when the event does not hold that read.
func (e *Event) PassageReads(id race.ReadID) ([]race.ReadID, error) {
	j, ok := e.Board.Read(id)
	if !ok {
		return nil, race.NotFound("crossing", int64(id))
	}
	var out []race.ReadID
	for _, s := range e.siblings(j) {
		if s.Crossing == j.Crossing {
			out = append(out, s.Read.ID)
		}
	}
	if len(out) == 0 {
		out = append(out, id)
	}
	return out, nil
}

// siblings are the reads among which the rest of a read's passage is found.
func (e *Event) siblings(j scoring.Judged) []scoring.Judged {
	if j.ParticipantID != 0 {
		return e.Board.ReadsOf(j.ParticipantID)
	}
	return e.Board.Unowned()
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
	for _, p := range passages(e.Board.Unowned()) {
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

// passage is reads that are one crossing: the read it stands on, and how many there are.
type passage struct {
	main  scoring.Judged
	reads int
}

// passages groups reads by crossing, in the order of their first read.
func passages(reads []scoring.Judged) []passage {
	var out []passage
	index := make(map[race.ReadID]int)
	for _, j := range reads {
		at, ok := index[j.Crossing]
		if !ok {
			index[j.Crossing] = len(out)
			out = append(out, passage{main: j, reads: 1})
			continue
		}
		out[at].reads++
		if weight(j) > weight(out[at].main) {
			out[at].main = j
		}
	}
	return out
}

// weight says which read of a passage speaks for it: one that counts before one that left a transition point, before the first of the rest.
func weight(j scoring.Judged) int {
	switch {
	case j.Disposition == race.DispOut || j.Disposition == race.DispManualOut:
		return 2
	case j.Disposition.Counts():
		return 3
	case j.Valid:
		return 1
	}
	return 0
}

func comparePassages(a, b passage) int {
	return cmp.Or(cmp.Compare(a.main.At, b.main.At), cmp.Compare(a.main.Crossing, b.main.Crossing))
}

func (f *CrossingFilter) keep(all []passage, reads []scoring.Judged) []passage {
	for _, p := range passages(reads) {
		j := p.main
		switch {
		case f.Split != 0 && j.SplitID != f.Split, f.Source != 0 && j.Read.Source != f.Source,
			f.From.IsSet() && j.At < f.From, f.To.IsSet() && j.At > f.To:
		default:
			all = append(all, p)
		}
	}
	return all
}

func (e *Event) crossingsOf(reads []scoring.Judged) []wire.Crossing {
	found := passages(reads)
	slices.SortStableFunc(found, comparePassages)
	out := make([]wire.Crossing, len(found))
	for i, p := range found {
		out[i] = e.crossing(p)
	}
	return out
}

func (e *Event) crossing(p passage) wire.Crossing {
	j := p.main
	c := wire.Crossing{
		ID: j.Crossing, RaceEventID: e.Event.ID, ParticipantID: j.ParticipantID, RaceID: j.RaceID, SplitID: j.SplitID,
		EventSourceID: j.Read.Source, Tag: e.shownTag(j), Timestamp: j.At, LoopID: j.Lap, ValidCrossing: j.Valid,
		Disposition: j.Disposition, Reason: j.Reason, Locked: j.Locked, Corrected: j.Corrected, Reads: p.reads,
	}
	if j.Read.Manual {
		c.ReaderID = race.ManualReader
	}
	if r := e.Event.Race(j.RaceID); r != nil {
		c.Color, c.Split = r.Color, splitName(r, j.SplitID)
	}
	person := e.People[j.ParticipantID]
	if person == nil {
		return c
	}
	c.Bib, c.FirstName, c.LastName = person.Bib, person.FirstName, person.LastName
	if j.Valid && j.SplitID != 0 {
		places := e.Board.PassingPlaces(person.ID, j.SplitID, j.Lap)
		c.OverallPlace, c.GenderPlace = place(places.Overall), place(places.Gender)
	}
	return c
}

// shownTag is the bib part of a tag where it has one: an EPC whose prefix a race of the event uses. Others stay as they are.
func (e *Event) shownTag(j scoring.Judged) string {
	prefix, bib, ok := race.SplitEPC(j.Read.Tag)
	if !ok {
		return j.Read.Tag
	}
	for i := range e.Event.Races {
		for _, known := range e.Event.Races[i].Prefixes {
			if race.CleanTag(known) == prefix {
				return race.CleanBib(bib)
			}
		}
	}
	return j.Read.Tag
}
