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

// within keeps a number of somebody else's in a range that can be counted with; there are never that many crossings.
func within(n int) int { return min(max(n, 0), 1<<30) }

// Crossings lists crossings (passages) in time order, and how many there are without Offset and Limit.
func (e *Event) Crossings(f CrossingFilter) ([]wire.Crossing, int) {
	f.Offset, f.Limit = within(f.Offset), within(f.Limit)
	c := &collector{f: &f}
	switch {
	case f.Participant != 0:
		c.take(e.Board.ReadsOf(f.Participant))
	case !f.Unmatched:
		e.Board.EachPerson(c.take)
	}
	if f.Participant == 0 {
		c.take(e.Board.Unowned())
	}
	c.cut()
	return e.show(c.found[min(f.Offset, len(c.found)):]), c.total
}

// mark is where a crossing stands: little, because an event may have millions.
type mark struct {
	at       race.Instant
	crossing race.ReadID
	read     race.ReadID // the one that speaks for it
	owner    race.ParticipantID
	reads    int
}

// collector counts the crossings that a filter lets through and keeps those that may be on the page.
type collector struct {
	f       *CrossingFilter
	total   int
	found   []mark
	scratch []passage
}

func (c *collector) take(reads []scoring.Judged) {
	f := c.f
	c.scratch = passages(c.scratch[:0], reads)
	for i := range c.scratch {
		j := &c.scratch[i].main
		if f.Split != 0 && j.SplitID != f.Split || f.Source != 0 && j.Read.Source != f.Source ||
			f.From.IsSet() && j.At < f.From || f.To.IsSet() && j.At > f.To {
			continue
		}
		c.total++
		c.found = append(c.found, mark{j.At, j.Crossing, j.Read.ID, j.ParticipantID, c.scratch[i].reads})
	}
	if f.Limit > 0 && len(c.found) > 2*(f.Offset+f.Limit)+1024 {
		c.cut()
	}
}

// cut puts what was found into order and forgets what comes after the page.
func (c *collector) cut() {
	slices.SortFunc(c.found, func(a, b mark) int {
		order := cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.crossing, b.crossing))
		if c.f.Newest {
			return -order
		}
		return order
	})
	if c.f.Limit > 0 {
		c.found = c.found[:min(len(c.found), c.f.Offset+c.f.Limit)]
	}
}

// show turns marks into crossings. The reads of each owner are looked at once, however many of their crossings are shown.
func (e *Event) show(found []mark) []wire.Crossing {
	byOwner := make(map[race.ParticipantID][]int)
	for i, m := range found {
		byOwner[m.owner] = append(byOwner[m.owner], i)
	}
	out := make([]wire.Crossing, len(found))
	for owner, at := range byOwner {
		reads := e.readsOf(owner)
		index := make(map[race.ReadID]int, len(reads))
		for i := range reads {
			index[reads[i].Read.ID] = i
		}
		for _, i := range at {
			out[i] = e.crossing(passage{main: reads[index[found[i].read]], reads: found[i].reads})
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
	reads := slices.DeleteFunc(e.readsOf(id), func(j scoring.Judged) bool {
		return j.Read.ID > last || j.Read.ID <= e.Event.DiscardedThrough
	})
	return e.crossingsOf(reads)
}

// Judged is the crossing that stands on one read as the board reported it (for the ticker, where the read has just been scored).
func (e *Event) Judged(j scoring.Judged) wire.Crossing {
	return e.crossing(passage{main: j, reads: 1})
}

// readsOf are the reads of a person, or those of nobody.
func (e *Event) readsOf(id race.ParticipantID) []scoring.Judged {
	if id != 0 {
		return e.Board.ReadsOf(id)
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
