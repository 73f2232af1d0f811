package scoring

import (
	"math"

	"racectl/internal/race"
)

// walk is how far the person has come while their passages are read in time order.
type walk struct {
	ref         race.Instant // reference start
	firstGun    race.Instant // nobody starts before it
	start       race.Instant // chip start as it counts, 0 = no start read so far
	startRead   race.Instant // the same as read
	startAt     int32        // index of that read in sights
	left        bool         // a place beyond the start has been passed, or the start is settled
	finished    bool
	lastAt      race.Instant // last accepted passing
	lastSrc     uint16       // its source
	lastPlace   int          // its place, -1 = none
	outAt       int32        // read that left it, when it is a transition point; -1 = none
	lap         int          // the lap being run
	pos         float64      // position of the last accepted passing
	startLocked bool         // a person said which read is the start
	locks       bool         // some passage is locked to a place
}

// walk judges the passages in time order.
func (s *scorer) walk() {
	w := &s.w
	w.ref = s.r.reference(s.c)
	w.lastPlace, w.outAt, w.startAt = -1, -1, -1
	w.firstGun = s.c.firstStart
	if w.firstGun == 0 || w.ref < w.firstGun {
		w.firstGun = w.ref // an own start may be earlier than every other gun
	}
	if w.ref == 0 {
		s.setAside(whyNoStart)
		return
	}
	for n, i := range s.order {
		p := &s.passages[i]
		switch {
		case p.force < 0:
			s.rest(i, whyForced)
		case p.lock >= 0:
			s.locked(i, p)
		default:
			s.judge(n, i, p)
		}
	}
}

// judge finds out what an unlocked passage is.
func (s *scorer) judge(n int, i int32, p *passage) {
	l := s.c.lookup(p.src)
	if l == nil {
		s.rest(i, whyNoRoute)
		return
	}
	if s.w.finished {
		s.afterFinish(i, p)
		return
	}
	if !s.w.left && l.start >= 0 && s.atStart(n, i, p, l) {
		return
	}
	s.advance(n, i, p, l)
}

func (s *scorer) afterFinish(i int32, p *passage) {
	if p.covered != 0 {
		s.unused(i, s.w.lastPlace)
		return
	}
	s.restAs(i, verdict{why: whyAfterFinish, place: -1, from: -1, a: int64(s.sights[p.use].at - s.w.lastAt)})
}

// unused sets a backup passage aside.
func (s *scorer) unused(i int32, place int) {
	s.restAs(i, verdict{why: whyBackupUnused, place: int16(place), from: -1, backup: true})
}

// rest gives all open reads of a passage one reason.
func (s *scorer) rest(i int32, w why) { s.restAs(i, verdict{why: w, place: -1, from: -1}) }

// restAs gives all open reads of a passage one verdict.
func (s *scorer) restAs(i int32, as verdict) {
	p := &s.passages[i]
	for k := p.first; k <= p.last; k++ {
		if v := &s.sights[k]; v.passage == i && v.usable() {
			v.v = as
		}
	}
}

// locked puts a passage where a person put it, without any test.
func (s *scorer) locked(i int32, p *passage) {
	at, lap := int(p.lock), int(p.lap)
	if lap < 0 || !s.c.repeats {
		lap = 0
		if s.c.repeats && at != s.c.start {
			lap = s.w.lap
			if s.position(at, lap) <= s.w.pos && s.w.pos > 0 {
				lap++
			}
		}
	}
	for k := range s.marks {
		if int(s.marks[k].place) == at && int(s.marks[k].lap) == lap && at != s.c.start {
			s.rest(i, whyTaken)
			return
		}
	}
	if at == s.c.start {
		s.lockedStart(i, p)
		return
	}
	s.accept(i, p, at, lap)
}

// accept makes a time: the first read of the passage stands, the others repeat it.
func (s *scorer) accept(i int32, p *passage, at, lap int) {
	w, delta := &s.w, s.delta(p, at)
	w.left = true
	v := &s.sights[p.use]
	kind := whySplit
	switch {
	case s.c.isFinish(at) && s.c.repeats:
		kind = whyLap
	case s.c.isFinish(at):
		kind = whyFinish
	}
	s.rest(i, whySamePassage)
	v.v = verdict{why: kind, place: int16(at), from: -1, lap: int32(lap), backup: s.byBackup(p, at), a: int64(delta)}
	t := v.at + delta
	s.marks = append(s.marks, mark{at: t, read: v.id, crossing: s.sights[p.first].id, place: int16(at), lap: int32(lap)})
	if pos := s.position(at, lap); pos >= w.pos {
		w.pos, w.lastAt, w.lastSrc, w.lastPlace, w.outAt = pos, t, p.src, at, -1
		w.lap = lap
		if kind == whyLap {
			w.lap = lap + 1
		}
		s.longStay(i, p)
	}
	w.finished = w.finished || kind == whyFinish
}

// longStay takes the last read of the passage that came in as the one that left, when it is at least a passage's gap later:
// somebody stayed in reach of the mat all the time.
func (s *scorer) longStay(i int32, p *passage) {
	if s.c.places[s.w.lastPlace].transition && s.sights[p.useLast].at-s.sights[p.use].at >= passageGap {
		s.leaveTransition(i, p)
	}
}

// leaveTransition makes the last read of a passage the one that left the transition point.
func (s *scorer) leaveTransition(i int32, p *passage) {
	w := &s.w
	if w.outAt >= 0 {
		s.sights[w.outAt].v.why = whyEarlierRead
	}
	s.rest(i, whySamePassage)
	v := &s.sights[p.useLast]
	m := &s.marks[len(s.marks)-1]
	delta := s.delta(p, w.lastPlace)
	v.v = verdict{why: whyOut, place: int16(w.lastPlace), from: -1, lap: m.lap, backup: s.byBackup(p, w.lastPlace), a: int64(delta)}
	m.out = v.at + delta
	w.outAt = p.useLast
}

// lockAhead is the position of the next lock in time: an unlocked passage before it must stay short of it.
func (s *scorer) lockAhead(n int) float64 {
	if !s.w.locks {
		return math.Inf(1)
	}
	for _, i := range s.order[n+1:] {
		p := &s.passages[i]
		if p.lock < 0 || p.force < 0 || s.c.repeats && p.lap < 0 && int(p.lock) != s.c.start {
			continue
		}
		return s.position(int(p.lock), int(max(0, p.lap)))
	}
	return math.Inf(1)
}
