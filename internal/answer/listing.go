package answer

import (
	"cmp"
	"slices"
	"strings"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// CrossingFilter chooses crossings. A zero field does not filter.
type CrossingFilter struct {
	Split        race.SplitID
	Source       race.SourceID
	Participant  race.ParticipantID
	Race         race.RaceID
	Bib          string
	From, To     race.Instant // both included
	Unmatched    bool         // only crossings that belong to nobody
	Valid        *bool
	Dispositions []race.Disposition
	Query        string // words: each the beginning of the bib or tag, or a part of a name
	Newest       bool   // newest first instead of oldest first
	Offset       int
	Limit        int // 0 = all
}

// Listing gathers the crossings that a filter lets through, a part of the event at a time, so that whoever holds a lock for it can open
// it in between. What changes meanwhile may be listed as it was or as it is.
type Listing struct {
	f      CrossingFilter
	words  []string
	board  *scoring.Board
	people []race.ParticipantID // still to be looked at
	tags   int                  // from which tag on, -1 = all have been
	found  []mark
	buffer []passage
}

// mark is where a crossing stands: little, because an event may have millions.
type mark struct {
	at       race.Instant
	crossing race.ReadID
}

// NewListing begins a listing. A bib that nobody has lists the crossings of that tag.
func (e *Event) NewListing(f CrossingFilter) *Listing {
	l := &Listing{f: f, words: strings.Fields(strings.ToLower(f.Query)), board: e.Board}
	if f.Bib != "" && f.Participant == 0 {
		if p := e.byBib(f.Bib); p != nil {
			l.f.Participant = p.ID
		} else {
			l.f.Unmatched = true
		}
	}
	switch {
	case l.f.Participant != 0:
		l.people, l.tags = []race.ParticipantID{l.f.Participant}, -1
		return l
	case l.f.Unmatched:
		return l
	}
	if l.f.Race != 0 || l.f.Valid != nil && *l.f.Valid {
		l.tags = -1 // what belongs to nobody is in no race and makes no time
	}
	for id, p := range e.People {
		if (l.f.Race == 0 || p.RaceID == l.f.Race) && l.named(p) {
			l.people = append(l.people, id)
		}
	}
	return l
}

// named reports whether the words say a person.
func (l *Listing) named(p *race.Participant) bool {
	if len(l.words) == 0 {
		return true
	}
	bib, name := strings.ToLower(race.CleanBib(p.Bib)), strings.ToLower(p.FirstName+" "+p.LastName)
	return !slices.ContainsFunc(l.words, func(w string) bool {
		number := strings.ToLower(race.CleanBib(w))
		return (number == "" || !strings.HasPrefix(bib, number)) && !strings.Contains(name, w)
	})
}

// tagged reports whether the words say the tag of a read that belongs to nobody.
func (l *Listing) tagged(e *Event, j *scoring.Judged) bool {
	if l.f.Bib != "" && race.CleanBib(e.shownTag(*j)) != race.CleanBib(l.f.Bib) {
		return false
	}
	if len(l.words) == 0 {
		return true
	}
	tag := strings.ToLower(e.shownTag(*j))
	return !slices.ContainsFunc(l.words, func(w string) bool { return !strings.HasPrefix(tag, w) })
}

// Gather looks at the next part of an event: so many people, or as many reads of nobody. It reports whether that was the last. When the
// event has another board meanwhile it begins again.
func (l *Listing) Gather(e *Event, people int) (done bool) {
	if e.Board != l.board {
		*l = *e.NewListing(l.f)
	}
	if n := min(people, len(l.people)); n > 0 {
		e.Board.EachOf(l.people[:n], l.take)
		l.people = l.people[n:]
		return len(l.people) == 0 && l.tags < 0
	}
	if l.tags >= 0 {
		l.tags = e.Board.EachUnowned(l.tags, people*readsOfPerson, func(reads []scoring.Judged) {
			if l.tagged(e, &reads[0]) {
				l.take(reads)
			}
		})
		if l.tags == 0 {
			l.tags = -1
		}
	}
	return l.tags < 0
}

// readsOfPerson is about how many reads a person has: what one part of a listing takes.
const readsOfPerson = 20

func (l *Listing) take(reads []scoring.Judged) {
	l.buffer = passages(l.buffer[:0], reads)
	for i := range l.buffer {
		if j := &l.buffer[i].main; l.f.lets(j) {
			l.found = append(l.found, mark{j.At, j.Crossing})
		}
	}
}

// tracked reports whether a read only says where somebody was: of a source that stands nowhere in their race. It is no crossing; it is
// listed when its source is asked for.
func tracked(j *scoring.Judged) bool {
	return j.Read.Pos != nil && j.Disposition == race.DispNoRoute
}

// lets reports whether a crossing passes what can be seen of it alone.
func (f *CrossingFilter) lets(j *scoring.Judged) bool {
	if tracked(j) && f.Source == 0 && len(f.Dispositions) == 0 {
		return false
	}
	return (f.Split == 0 || j.SplitID == f.Split) && (f.Source == 0 || j.Read.Source == f.Source) &&
		(f.Race == 0 || j.RaceID == f.Race) && (!f.From.IsSet() || j.At >= f.From) && (!f.To.IsSet() || j.At <= f.To) &&
		(f.Valid == nil || j.Valid == *f.Valid) && (len(f.Dispositions) == 0 || slices.Contains(f.Dispositions, j.Disposition))
}

// Found lists what was gathered, in order: the ids of the crossings.
func (l *Listing) Found() []race.ReadID {
	slices.SortFunc(l.found, func(a, b mark) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.crossing, b.crossing)) })
	if l.f.Newest {
		slices.Reverse(l.found)
	}
	out := make([]race.ReadID, len(l.found))
	for i := range l.found {
		out[i] = l.found[i].crossing
	}
	return out
}
