package desk

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"racectl/internal/race"
	"racectl/internal/scoring"
)

// Source is what is asked of an event. Nothing in it is changed.
type Source struct {
	Event   *race.Event
	Board   *scoring.Board
	People  map[race.ParticipantID]*race.Participant
	Sources map[race.SourceID]*race.Source
	// Said is the status that holds for a person, with who said it and when; false when nobody said anything.
	Said func(race.ParticipantID) (race.Correction, bool)

	room room
}

// room is memory used again for one person after the other.
type room struct{ judged []scoring.Judged }

// Field is everybody's way so far, taken from the scoring board at one moment. It stays as it is, so whatever is made of it needs no lock.
type Field struct {
	event   *race.Event
	sources map[race.SourceID]*race.Source
	races   []*raceField
}

// raceField is the field of one race.
type raceField struct {
	*course
	runners  []*runner // by bib
	prepared sync.Once
	legs     map[leg]*legTimes
}

// runner is one person on their way.
type runner struct {
	p         *race.Participant
	bib       string // clean
	label     string
	status    race.Status
	said      race.Instant // when the status was said
	ref       race.Instant // reference start; 0 = none known
	start     race.Instant // of the clock that ranks; 0 = not started
	startRead race.Instant
	lastSeen  race.Instant
	seen      []passing // in the order of the course; the start first
	finished  bool
	late      bool // the finish was after a cutoff
	backAfter bool // in a race in laps: read after the end, or after the bell that ended it for them
}

// passing is one time of a person.
type passing struct {
	stop
	at, out race.Instant
	metres  float64
	read    race.ReadID // 0 = assumed: a start without a read
}

// NewField begins the field of an event; Add puts people into it.
func NewField(event *race.Event, sources map[race.SourceID]*race.Source) *Field {
	f := &Field{event: event, sources: maps.Clone(sources)} // the map changes, what it points to does not
	for i := range event.Races {
		f.races = append(f.races, &raceField{course: newCourse(&event.Races[i])})
	}
	return f
}

// Add takes some people from a board, which must not change meanwhile. Everybody is added once; a person stands for themselves, so the
// board may go on between two calls.
func (f *Field) Add(in Source, people []race.ParticipantID) {
	var perf scoring.Performance
	for _, id := range people {
		p := in.People[id]
		if p == nil || !in.Board.Refill(&perf, id) {
			continue
		}
		for _, rf := range f.races {
			if rf.race.ID == p.RaceID {
				rf.take(&in, p, &perf)
			}
		}
	}
}

// Gather is a whole field at once.
func Gather(in Source) *Field {
	f := NewField(in.Event, in.Sources)
	f.Add(in, slices.Collect(maps.Keys(in.People)))
	return f
}

// People lists everybody in a race.
func (f *Field) People() []race.ParticipantID {
	var out []race.ParticipantID
	for _, rf := range f.races {
		for _, r := range rf.runners {
			out = append(out, r.p.ID)
		}
	}
	return out
}

// prepare does the part of the work that needs no board: the order of the runners, and what the field needed for each leg.
func (rf *raceField) prepare() {
	slices.SortFunc(rf.runners, func(a, b *runner) int {
		return cmp.Or(cmp.Compare(len(a.bib), len(b.bib)), cmp.Compare(a.bib, b.bib), cmp.Compare(a.p.ID, b.p.ID))
	})
	rf.measure()
}

func (rf *raceField) take(in *Source, p *race.Participant, perf *scoring.Performance) {
	r := &runner{p: p, bib: race.CleanBib(p.Bib), status: perf.Status, lastSeen: perf.LastSeenAt, finished: perf.Finished || perf.Status == race.StatusFinished,
		late: perf.AfterCutoff, startRead: perf.StartRead, ref: p.ReferenceStart(rf.race), label: scoring.StatusLabel(rf.race, perf, false)}
	if in.Said != nil && r.status != race.StatusOK {
		if k, ok := in.Said(p.ID); ok {
			r.said = k.When
		}
	}
	if perf.Started {
		r.start = perf.Start
		rf.walk(r, perf)
	}
	if rf.repeats && perf.Started && !r.finished && !r.out() {
		r.backAfter = in.room.seenAfter(in.Board, p.ID, perf)
	}
	rf.runners = append(rf.runners, r)
}

// walk puts the passings of a person in order; whoever started without a read at the start has one that is assumed.
func (rf *raceField) walk(r *runner, perf *scoring.Performance) {
	r.seen = make([]passing, 0, len(perf.Passings)+1)
	for _, x := range perf.Passings {
		i := rf.index(x.SplitID)
		if i < 0 {
			continue
		}
		rf.watched[i] = true
		r.seen = append(r.seen, passing{stop{i, x.Lap}, x.At, x.Out, x.Distance, x.ReadID})
	}
	slices.SortStableFunc(r.seen, func(a, b passing) int {
		switch {
		case a.metres < b.metres:
			return -1
		case a.metres > b.metres:
			return 1
		}
		return 0
	})
	if len(r.seen) == 0 || r.seen[0].metres > 0 {
		r.seen = slices.Insert(r.seen, 0, passing{stop: stop{rf.start, 0}, at: r.start})
	}
}

// seenAfter reports whether a person came by after their race in laps was over: such a read counts for nothing, but they are back.
func (x *room) seenAfter(b *scoring.Board, id race.ParticipantID, perf *scoring.Performance) bool {
	last := race.Instant(0)
	if n := len(perf.Passings); n > 0 {
		last = perf.Passings[n-1].At
	}
	x.judged = b.RulingsOf(id, x.judged)
	return slices.ContainsFunc(x.judged, func(j scoring.Judged) bool { return j.Disposition == race.DispAfterCutoff && j.At > last })
}

// out reports whether a status takes somebody off the course.
func (r *runner) out() bool {
	return r.status == race.StatusDNS || r.status == race.StatusDNF || r.status == race.StatusDQ
}

func (r *runner) onCourse() bool { return len(r.seen) > 0 && !r.finished && !r.out() && !r.backAfter }

func (r *runner) waiting() bool { return len(r.seen) == 0 && !r.finished && !r.out() }

func (r *runner) last() *passing { return &r.seen[len(r.seen)-1] }

// lastSplit is the name of where somebody was last, "" for whoever has not been seen at any split.
func (rf *raceField) lastSplit(r *runner) string {
	if len(r.seen) == 0 || r.last().split < 0 {
		return ""
	}
	return rf.splits[r.last().split].Name
}
