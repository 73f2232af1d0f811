package answer

import (
	"cmp"
	"slices"

	"racectl/internal/race"
	"racectl/internal/scoring"
	"racectl/internal/wire"
)

// passage is reads that are one crossing: the read it stands on, and how many there are.
type passage struct {
	main  scoring.Judged
	reads int
}

// few is how many passages are searched through without an index; most people have no more.
const few = 32

// passages groups reads by crossing, in the order of their first read, into out, which must be empty.
// The first read that counts speaks for its crossing, else the first of all.
func passages(out []passage, reads []scoring.Judged) []passage {
	var index map[race.ReadID]int
	for i := range reads {
		j := &reads[i]
		at := find(out, index, j.Crossing)
		if at < 0 {
			out = append(out, passage{main: *j, reads: 1})
			index = indexed(index, out)
			continue
		}
		out[at].reads++
		if !out[at].main.Disposition.Counts() && j.Disposition.Counts() {
			out[at].main = *j
		}
	}
	return out
}

func find(out []passage, index map[race.ReadID]int, crossing race.ReadID) int {
	if index != nil {
		if at, ok := index[crossing]; ok {
			return at
		}
		return -1
	}
	for i := len(out) - 1; i >= 0; i-- {
		if out[i].main.Crossing == crossing {
			return i
		}
	}
	return -1
}

// indexed keeps an index of the passages once there are more than a few; the last one is new.
func indexed(index map[race.ReadID]int, out []passage) map[race.ReadID]int {
	last := len(out) - 1
	switch {
	case index != nil:
		index[out[last].main.Crossing] = last
	case len(out) > few:
		index = make(map[race.ReadID]int, 4*few)
		for i := range out {
			index[out[i].main.Crossing] = i
		}
	}
	return index
}

func comparePassages(a, b passage) int {
	return cmp.Or(cmp.Compare(a.main.At, b.main.At), cmp.Compare(a.main.Crossing, b.main.Crossing))
}

func (e *Event) crossingsOf(reads []scoring.Judged) []wire.Crossing {
	found := passages(nil, reads)
	slices.SortStableFunc(found, comparePassages)
	out := make([]wire.Crossing, 0, len(found))
	for i := range found {
		if !tracked(&found[i].main) {
			out = append(out, e.crossing(found[i]))
		}
	}
	return out
}

func (e *Event) crossing(p passage) wire.Crossing {
	j := p.main
	c := wire.Crossing{
		ID: j.Crossing, RaceEventID: e.Event.ID, ParticipantID: j.ParticipantID, RaceID: j.RaceID, SplitID: j.SplitID,
		EventSourceID: j.Read.Source, Tag: e.shownTag(j), Timestamp: j.At, LoopID: j.Lap, ValidCrossing: j.Valid,
		Disposition: j.Disposition, Reason: j.Reason, Locked: j.Locked, Forced: forced(j), Corrected: j.Corrected, Reads: p.reads,
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

// forced is what somebody said of whether a read counts, nil when nobody did.
func forced(j scoring.Judged) *bool {
	if j.Forced == 0 {
		return nil
	}
	counts := j.Forced > 0
	return &counts
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
