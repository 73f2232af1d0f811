package scoring

import (
	"cmp"
	"slices"

	"racectl/internal/race"
)

// bells gathers what a last-person-standing race decides by now.
type bells struct {
	b      *Board
	c      *rules
	now    race.Instant
	winner *runner
	ahead  int // the most laps of anybody but the winner
	most   int // of anybody, with or without a place
	due    []Bell
	unread []Unread
	heard  map[[2]int64]bool // by start and round: whether the reader of laps was heard
}

// Bells says what a last-person-standing race decides by now, bell by bell, and which rounds it decides nothing for. Nothing is
// proposed for whoever has a status. What a person said of somebody's status holds for the bells until then: the next one decides anew.
// It follows from the facts and now alone, so it does not matter when it is asked, or how often.
func (b *Board) Bells(id race.RaceID, now race.Instant) ([]Bell, []Unread) {
	c := b.rules[id]
	if c == nil || c.round <= 0 {
		return nil, nil
	}
	people := b.peopleOf([]race.RaceID{id})
	s := &bells{b: b, c: c, now: now, heard: map[[2]int64]bool{}}
	s.winner, s.ahead = b.lastStanding(c, nil)
	for _, r := range people {
		s.most = max(s.most, int(r.out.laps))
	}
	for _, r := range people {
		if b.says[r.id].status == race.StatusOK && r.out.started && r.out.ref != 0 {
			s.judge(r)
		}
	}
	slices.SortStableFunc(s.due, func(x, y Bell) int { return cmp.Compare(x.At, y.At) })
	slices.SortStableFunc(s.unread, func(x, y Unread) int { return cmp.Compare(x.At, y.At) })
	return s.due, s.unread
}

// judge finds the bell that ends somebody's race.
func (s *bells) judge(r *runner) {
	laps, due, next := int(r.out.laps), lapsDue(s.c, r.out.ref, s.now), s.nextBell(r)
	if won := max(s.ahead+1, next); r == s.winner && won <= min(laps, due) {
		k := propose(r, race.StatusFinished, "the only one to complete lap %d", won)
		s.at(r, won).Won = &k
		return
	}
	missing := laps + 1
	at := max(missing, next)
	switch {
	case at > due:
	case s.silent(r.out.ref, missing):
		s.hold(r, missing)
	default:
		k := propose(r, race.StatusDNF, "lap %d not complete at its bell, %s after the start", missing, span(int64(missing)*s.c.round))
		k.Lap = &laps
		bell := s.at(r, at)
		bell.Out = append(bell.Out, k)
	}
}

// nextBell is the first bell after whatever a person said last of somebody's status.
func (s *bells) nextBell(r *runner) int {
	say := s.b.says[r.id]
	if say.statusBy == 0 || say.automatic {
		return 1
	}
	return lapsDue(s.c, r.out.ref, say.when) + 1
}

func (s *bells) at(r *runner, round int) *Bell {
	rings := s.c.bell(r.out.ref, round)
	i := slices.IndexFunc(s.due, func(x Bell) bool { return x.At == rings })
	if i < 0 {
		i = len(s.due)
		s.due = append(s.due, Bell{Round: round, At: rings})
	}
	return &s.due[i]
}

func (s *bells) hold(r *runner, round int) {
	rings := s.c.bell(r.out.ref, round)
	i := slices.IndexFunc(s.unread, func(x Unread) bool { return x.At == rings })
	if i < 0 {
		i = len(s.unread)
		s.unread = append(s.unread, Unread{Round: round, At: rings})
	}
	s.unread[i].People = append(s.unread[i].People, r.id)
}

// silent reports whether nobody was read in a round: nobody has its lap, and the sources of the lap split have read nothing, of whomever,
// from the moment when a lap could be complete until the bell. What they read earlier or later may be people who leave the corral.
func (s *bells) silent(start race.Instant, round int) bool {
	if s.most >= round {
		return false
	}
	key := [2]int64{int64(start), int64(round)}
	heard, known := s.heard[key]
	if !known {
		least := s.c.need(s.c.lapLength())
		if least == 0 {
			least = placeGuard
		}
		heard = s.b.lastAtLap(s.c, s.c.bell(start, round-1)+race.Instant(least), s.c.bell(start, round)) != 0
		s.heard[key] = heard
	}
	return !heard
}

// lastAtLap is when a reader of the lap split read anything last in a span of time, of whomever; 0 for never. What people entered does not
// count.
func (b *Board) lastAtLap(c *rules, from, to race.Instant) (last race.Instant) {
	for n := range b.tags {
		for _, h := range b.tags[n].reads {
			at := h.at - race.Instant(b.sources[h.src].offset)
			if at < from || at > to || at <= last || h.manual() || h.id <= b.discarded {
				continue
			}
			if l := c.lookup(h.src); l != nil && l.routeTo(c.finish) != nil {
				last = at
			}
		}
	}
	return last
}

// LastLapRead is when a reader of the lap split of a last-person-standing race read anything last in the round that a bell ended; 0 for never.
func (b *Board) LastLapRead(id race.RaceID, bell race.Instant) race.Instant {
	c := b.rules[id]
	if c == nil {
		return 0
	}
	return b.lastAtLap(c, bell-race.Instant(c.round), bell)
}

// lastStanding is who alone has the most laps, nil when several have, and the most laps of anybody else. as are people as they would be.
func (b *Board) lastStanding(c *rules, as map[race.ParticipantID]*runner) (alone *runner, ahead int) {
	most := 0
	for _, r := range b.runners {
		if r != nil && as[r.id] != nil {
			r = as[r.id]
		}
		if r == nil || r.rules != c || !r.filed.placed || r.out.laps == 0 {
			continue
		}
		switch laps := int(r.out.laps); {
		case laps > most:
			alone, most, ahead = r, laps, most
		case laps == most:
			alone, ahead = nil, most
		default:
			ahead = max(ahead, laps)
		}
	}
	return alone, ahead
}

// overruled reports whether somebody's automatic status is not what the laps of all make of it, as is known now: a winner was not alone with
// the lap of that bell, or whoever was marked at a bell had been alone with a lap before.
func (b *Board) overruled(r *runner) bool { return b.overruledAs(r, b.says[r.id], nil) }

// overruledAs asks the same of people as they would be.
func (b *Board) overruledAs(r *runner, say say, as map[race.ParticipantID]*runner) bool {
	if !say.automatic || r.rules == nil || r.rules.round <= 0 || say.status != race.StatusFinished && say.status != race.StatusDNF {
		return false
	}
	alone, ahead := b.lastStanding(r.rules, as)
	won := alone == r && ahead+1 <= lapsDue(r.rules, r.out.ref, say.when)
	return won != (say.status == race.StatusFinished)
}

// Lps says how a last-person-standing race stands; false when it is none such. Rounds are counted from the first start of the race; who
// starts later has bells of their own.
func (b *Board) Lps(id race.RaceID, now race.Instant) (Lps, bool) {
	c := b.rules[id]
	if c == nil || c.round <= 0 {
		return Lps{}, false
	}
	out := Lps{Rings: c.firstStart}
	if start := c.firstStart; start.IsSet() && now >= start {
		out.Round = int(int64(now-start)/c.round) + 1
		out.Rings = c.bell(start, out.Round)
		if c.end != 0 && out.Rings > c.end {
			out.Round, out.Rings = int(max(0, int64(c.end-start))/c.round), 0
		}
	}
	out.Due, out.Unread = b.Bells(id, now)
	for _, r := range b.peopleOf([]race.RaceID{id}) {
		switch status := b.says[r.id].status; {
		case status == race.StatusFinished:
			out.Winner = r.id
		case status == race.StatusOK && r.out.started:
			out.In = append(out.In, r.id)
			if int(r.out.laps) < out.Round {
				out.Missing = append(out.Missing, r.id)
			}
		}
	}
	return out, true
}

// LapsAt counts the people of a race who have places and at least so many laps.
func (b *Board) LapsAt(id race.RaceID, laps int) int {
	n := 0
	for _, r := range b.peopleOf([]race.RaceID{id}) {
		if r.filed.placed && int(r.out.laps) >= laps {
			n++
		}
	}
	return n
}

// LapsOf is how many laps somebody has.
func (b *Board) LapsOf(id race.ParticipantID) int {
	if r := b.people[id]; r != nil {
		return int(r.out.laps)
	}
	return 0
}

// BellsRung is how many bells of a last-person-standing race, counted from its first start, have rung and had their time for late reads.
func (b *Board) BellsRung(id race.RaceID, now race.Instant) (rung int, last race.Instant) {
	c := b.rules[id]
	if c == nil {
		return 0, 0
	}
	if rung = lapsDue(c, c.firstStart, now); rung > 0 {
		last = c.bell(c.firstStart, rung)
	}
	return rung, last
}

// LastBell is the newest bell of a last-person-standing race, of whoever's start, that has rung and had its time for late reads; 0 for none.
func (b *Board) LastBell(id race.RaceID, now race.Instant) (last race.Instant) {
	c := b.rules[id]
	if c == nil || c.round <= 0 {
		return 0
	}
	rung := func(start race.Instant) {
		if n := lapsDue(c, start, now); n > 0 {
			last = max(last, c.bell(start, n))
		}
	}
	rung(c.firstStart)
	for _, r := range b.runners {
		if r != nil && r.rules == c && r.out.ref != c.firstStart {
			rung(r.out.ref)
		}
	}
	return last
}
