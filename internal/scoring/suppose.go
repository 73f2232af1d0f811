package scoring

import (
	"maps"
	"math"
	"slices"

	"racectl/internal/race"
)

// Change is something that might be said or might arrive: what a Supposition adds to a board.
type Change struct {
	Corrections []race.Correction  // in the order in which they would be said; their ids do not matter
	Reads       []Read             // with the ids of Imagined
	People      []race.Participant // of the board, as they would be; with another bib or chip other reads are theirs
}

// imagined is beyond the id of every read that is stored.
const imagined race.ReadID = 1 << 62

// Imagined is the id of the nth read of a Change, from 0: like a read that comes now, it is later than all others.
func Imagined(n int) race.ReadID { return imagined + race.ReadID(n) }

// Supposition is what a board would say after a change. It is made beside the board, which stays as it is, and holds only the people
// whom the change touches: nobody else's times can change. Like a question, it is valid only while the board stands still.
type Supposition struct {
	Board  *Board // the touched people alone: their reads and times are as they would be, places in it are among themselves
	of     *Board
	people []*runner              // of the old board, in the order of races and bibs
	merged map[race.RaceID]*ranks // as they would be, of all people
}

// Suppose says what would be after a change, automatic statuses that its reads prove wrong taken back.
func (b *Board) Suppose(c Change) *Supposition {
	f := newFork(b)
	for i := range c.Corrections {
		f.wantCorrection(&c.Corrections[i])
	}
	f.wantPeople(c.People)
	for i := range c.Reads {
		f.wantTag(c.Reads[i].Tag)
	}
	f.wantMarked(c.People)
	s := &Supposition{Board: f.board(c.People), of: b, people: f.runners, merged: map[race.RaceID]*ranks{}}
	slices.SortFunc(s.people, b.byRaceAndBib)
	next := race.CorrectionID(math.MaxInt64 - 2*int64(len(c.Corrections)+len(f.runners)+1))
	said := slices.Clone(c.Corrections)
	for i := range said {
		said[i].ID = next
		next++
	}
	contested := s.contested(s.Board.AddReads(c.Reads))
	contested = append(contested, s.contested(s.Board.AddCorrections(said))...)
	for _, id := range contested {
		s.Board.AddCorrections([]race.Correction{{ID: next, Kind: race.CorrectStatus, ParticipantID: id, Status: race.StatusOK, Automatic: true}})
		next++
	}
	return s
}

// contested are the people whose automatic status a part of the change proves wrong: by what they did, or by the laps of somebody else.
func (s *Supposition) contested(d Delta) []race.ParticipantID {
	for _, id := range slices.Sorted(maps.Keys(s.Board.people)) {
		r := s.Board.people[id]
		if !slices.Contains(d.Races, r.raceID) {
			continue
		}
		before := r.outrun
		if r.outrun = s.of.overruledAs(r, s.Board.says[id], s.Board.people); r.outrun && !before && !r.disputed {
			d.Contested = append(d.Contested, id)
		}
	}
	return d.Contested
}

// byRaceAndBib is the order of a list of people: race by race as the event has them, by bib.
func (b *Board) byRaceAndBib(x, y *runner) int {
	at := func(r *runner) int {
		if b.setup.Event == nil {
			return 0
		}
		n := slices.IndexFunc(b.setup.Event.Races, func(c race.Race) bool { return c.ID == r.raceID })
		if n < 0 {
			return len(b.setup.Event.Races)
		}
		return n
	}
	if d := at(x) - at(y); d != 0 {
		return d
	}
	return compareBibs(x, y)
}

// People lists whom the change touches, race by race and by bib. Their result may be the same.
func (s *Supposition) People() []race.ParticipantID {
	out := make([]race.ParticipantID, len(s.people))
	for i, r := range s.people {
		out[i] = r.id
	}
	return out
}

// Places are the places that somebody touched would have among everybody.
func (s *Supposition) Places(id race.ParticipantID) Places {
	r := s.Board.people[id]
	if r == nil || r.filed.ranks == nil {
		return Places{}
	}
	f := r.filed
	f.ranks = s.ranks(f.rules.race.ID)
	return f.places()
}

// ranks is the standing of a race as it would be: the old one without the touched people, and they where they would stand.
func (s *Supposition) ranks(id race.RaceID) *ranks {
	if k := s.merged[id]; k != nil {
		return k
	}
	gone := s.gone()
	old, mini := s.of.ranks[id], s.Board.ranks[id]
	k := &ranks{genders: mini.genders}
	k.standing.all.fill(mergeRungs(&old.standing.all, &mini.standing.all, gone))
	k.standing.gender = mergeLadders(old.standing.gender, mini.standing.gender, gone)
	k.standing.band = mergeLadders(old.standing.band, mini.standing.band, gone)
	for _, p := range old.pins {
		if !gone[p.who] {
			k.pins = append(k.pins, p)
		}
	}
	k.pins = append(k.pins, mini.pins...)
	slices.SortFunc(k.pins, func(a, b pinned) int { return a.place - b.place })
	s.merged[id] = k
	return k
}

// gone are the numbers that the touched people have on the old board.
func (s *Supposition) gone() map[uint32]bool {
	out := make(map[uint32]bool, len(s.people))
	for _, r := range s.people {
		out[r.no] = true
	}
	return out
}

func mergeLadders(old, mini []ladder, gone map[uint32]bool) []ladder {
	out := make([]ladder, max(len(old), len(mini)))
	for i := range out {
		out[i].fill(mergeRungs(peek(old, int16(i)), peek(mini, int16(i)), gone))
	}
	return out
}

// mergeRungs is an old ladder without those who are gone, and a new one, in order.
func mergeRungs(old, mini *ladder, gone map[uint32]bool) []rung {
	var out, fresh []rung
	if mini != nil {
		fresh = make([]rung, 0, mini.len())
		mini.each(func(x rung) { fresh = append(fresh, x) })
	}
	if old == nil {
		return fresh
	}
	out = make([]rung, 0, old.len()+len(fresh))
	old.each(func(x rung) {
		if gone[x.who] {
			return
		}
		for len(fresh) > 0 && fresh[0].key < x.key {
			out, fresh = append(out, fresh[0]), fresh[1:]
		}
		out = append(out, x)
	})
	return append(out, fresh...)
}

// Others counts the people beside the touched ones whose overall place would be another.
func (s *Supposition) Others() int {
	races := map[race.RaceID]bool{}
	for _, r := range s.people {
		for _, f := range []*filing{&r.filed, &s.Board.people[r.id].filed} {
			if f.ranks != nil {
				races[f.rules.race.ID] = true
			}
		}
	}
	gone, n := s.gone(), 0
	for id := range races {
		n += s.ranks(id).differs(s.of.ranks[id], gone)
	}
	return n
}

// differs counts the people of an older standing, but those who are gone, whose place is another now.
func (k *ranks) differs(old *ranks, gone map[uint32]bool) int {
	keys := make([]uint64, 0, k.standing.all.len())
	k.standing.all.each(func(x rung) { keys = append(keys, x.key) })
	n, at, better, now, last := 0, 0, 0, 0, uint64(0)
	old.standing.all.each(func(x rung) {
		if at == 0 || x.key != last {
			better, last = at, x.key
			for now < len(keys) && keys[now] < x.key {
				now++
			}
		}
		at++
		if !gone[x.who] && old.place(better) != k.place(now) {
			n++
		}
	})
	return n
}
