package desk

import (
	"cmp"
	"slices"
	"time"

	"racectl/internal/race"
	"racectl/internal/wire"
)

// Question narrows a board.
type Question struct {
	Now      race.Instant
	Race     race.RaceID // 0 = all
	Limit    int         // of each list; 0 = 100
	Contacts bool        // with telephone numbers
}

const usualLimit = 100

// Board is the operations board at a moment; code not_found for a race that the event does not have.
func (f *Field) Board(q Question) (wire.Board, error) {
	if q.Limit <= 0 {
		q.Limit = usualLimit
	}
	out := wire.Board{At: q.Now, Races: []wire.RaceBoard{}}
	for _, rf := range f.races {
		if q.Race == 0 || rf.race.ID == q.Race {
			out.Races = append(out.Races, rf.board(&q, f.event.Zone()))
		}
	}
	if q.Race != 0 && len(out.Races) == 0 {
		return out, race.NotFound("race", int64(q.Race))
	}
	return out, nil
}

// awaited is somebody with their prediction.
type awaited struct {
	r     *runner
	d     due
	order int // among the bibs
}

// lists are the people of one split, before they are cut.
type lists struct{ expected, overdue, station []*awaited }

func (rf *raceField) board(q *Question, zone *time.Location) wire.RaceBoard {
	rf.prepared.Do(rf.prepare)
	out := wire.RaceBoard{RaceID: rf.race.ID, Race: rf.race.Name, Color: rf.race.Color, Start: rf.first, Cutoff: rf.race.Cutoff,
		Repeats: rf.repeats, Registered: len(rf.runners), Splits: make([]wire.SplitBoard, len(rf.splits))}
	for i := range rf.splits {
		s := &rf.splits[i]
		out.Splits[i] = wire.SplitBoard{SplitID: s.ID, Split: s.Name, Distance: s.Distance, Cutoff: s.Cutoff,
			Transition: s.IsTransitionPoint, Watched: rf.watched[i]}
	}
	all := make([]lists, len(rf.splits))
	here := make([]int, len(rf.splits)) // by split: how often the person passed
	everybody := make([]awaited, len(rf.runners))
	for i, r := range rf.runners {
		a := &everybody[i]
		a.r, a.order = r, i
		var next bool
		if a.d, next = rf.predict(r); !next {
			a.d.split = -1
		}
		switch {
		case r.waiting():
			out.Waiting++
		case r.onCourse():
			out.OnCourse++
			if next && q.Now > a.d.latest {
				out.Overdue++
			}
		}
		clear(here)
		rf.count(out.Splits, all, here, a, q.Now)
	}
	for i := range all {
		rf.fill(&out.Splits[i], &all[i], q, zone)
	}
	return out
}

// count puts one person into exactly one number of each split.
func (rf *raceField) count(splits []wire.SplitBoard, all []lists, here []int, a *awaited, now race.Instant) {
	r := a.r
	furthest := -1.0
	for k := range r.seen {
		x := &r.seen[k]
		furthest = max(furthest, x.metres)
		if x.split < 0 || x.read == 0 {
			continue
		}
		here[x.split]++
		s := &splits[x.split]
		s.Laps++
		s.LastInAt = max(s.LastInAt, x.at)
	}
	for i := range splits {
		s := &splits[i]
		switch {
		case i == a.d.split && now > a.d.latest:
			s.OverdueCount++
			all[i].overdue = append(all[i].overdue, a)
		case i == a.d.split:
			s.ExpectedCount++
			all[i].expected = append(all[i].expected, a)
		case here[i] > 0:
			s.In++
			if rf.inStation(r, i) {
				all[i].station = append(all[i].station, a)
			} else {
				s.Out++
			}
		case r.finished || r.backAfter || !rf.repeats && len(r.seen) > 0 && furthest >= s.Distance:
			s.Missed++
		case r.out():
			s.Stopped++
		case r.waiting():
			s.Waiting++
		default:
			s.Later++
		}
	}
}

// inStation reports whether somebody came into a transition point last and has not been read leaving it.
func (rf *raceField) inStation(r *runner, split int) bool {
	x := r.last()
	return rf.splits[split].IsTransitionPoint && r.onCourse() && x.split == split && x.out == 0
}

// fill sorts the people of a split, cuts the lists and writes them.
func (rf *raceField) fill(s *wire.SplitBoard, l *lists, q *Question, zone *time.Location) {
	s.NotSeen = s.ExpectedCount + s.OverdueCount + s.Later + s.Waiting
	s.Laps *= boolInt(rf.repeats)
	sortBy(l.expected, func(a *awaited) race.Instant { return a.d.expected })
	sortBy(l.overdue, func(a *awaited) race.Instant { return a.d.latest })
	sortBy(l.station, func(a *awaited) race.Instant { return a.r.last().at })
	s.Expected, s.MoreExpected = rf.people(l.expected, q, zone)
	s.Overdue, s.MoreOverdue = rf.people(l.overdue, q, zone)
	s.InStation, s.MoreInStation = rf.people(l.station, q, zone)
}

func sortBy(list []*awaited, key func(*awaited) race.Instant) {
	slices.SortFunc(list, func(a, b *awaited) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.order, b.order)) })
}

func (rf *raceField) people(list []*awaited, q *Question, zone *time.Location) ([]wire.Due, int) {
	n := min(len(list), q.Limit)
	out := make([]wire.Due, n)
	for i := range out {
		out[i] = rf.due(list[i], q.Contacts, zone)
	}
	return out, len(list) - n
}

func (rf *raceField) due(a *awaited, contacts bool, zone *time.Location) wire.Due {
	r, p := a.r, a.r.p
	out := wire.Due{ParticipantID: p.ID, Bib: p.Bib, Name: p.Name(), Status: r.label, Started: len(r.seen) > 0, Lap: a.d.lap,
		LastSplit: rf.lastSplit(r), LastSeenAt: r.lastSeen}
	if a.d.split >= 0 {
		out.Next, out.ExpectedAt, out.EarliestAt, out.LatestAt = rf.splits[a.d.split].Name, a.d.expected, a.d.earliest, a.d.latest
		out.AfterCutoff, out.Why = a.d.afterCutoff, rf.why(r, &a.d, zone)
	}
	if contacts {
		out.Phone, out.EmergencyName, out.EmergencyPhone = p.Phone, p.EmergencyName, p.EmergencyPhone
	}
	return out
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
