package scoring

import (
	"math"

	"racectl/internal/race"
)

// advance routes a passage: the nearest place of its source beyond the last accepted one, if its distance can have
// been covered at max pace since the start and since the last accepted passing. A missed place is skipped.
func (s *scorer) advance(n int, i int32, p *passage, l *lane) {
	rt, lap, bit := s.ahead(n, l)
	if rt == nil {
		s.noneAhead(i, p, l)
		return
	}
	at := s.sights[p.use].at + race.Instant(rt.delta)
	if p.covered&bit != 0 {
		s.unused(i, rt.place)
		return
	}
	if p.force <= 0 {
		if v := s.test(at, rt.place, lap, p.src); v.why != undecided {
			if s.stays(p, l) {
				s.leaveTransition(i, p)
				return
			}
			v.lap = int32(lap)
			s.restAs(i, v)
			return
		}
	}
	s.accept(i, p, rt.place, lap)
}

// noneAhead judges a passage of a source that has no place ahead.
func (s *scorer) noneAhead(i int32, p *passage, l *lane) {
	switch {
	case s.stays(p, l):
		s.leaveTransition(i, p)
	case p.covered != 0:
		s.unused(i, s.w.lastPlace)
	case len(l.routes) == 0:
		s.rest(i, whyRoaming)
	default:
		s.restAs(i, verdict{why: whyNoneAhead, place: int16(s.w.lastPlace), from: -1, a: int64(s.sights[p.use].at - s.w.lastAt)})
	}
}

// stays reports whether the person is at a transition point and this source sees it.
func (s *scorer) stays(p *passage, l *lane) bool {
	w := &s.w
	if w.lastPlace < 0 || !s.c.places[w.lastPlace].transition || len(s.marks) == 0 || int(s.marks[len(s.marks)-1].place) != w.lastPlace || p.covered != 0 {
		return false
	}
	return l.routeTo(w.lastPlace) != nil
}

// ahead finds the nearest place of the source beyond the last accepted one, short of the next lock. In a race in laps the
// next lap follows this one; not so in a last-person-standing race, where each lap has its round.
func (s *scorer) ahead(n int, l *lane) (*route, int, uint64) {
	limit := s.lockAhead(n)
	laps := 1
	if s.c.repeats && s.c.round == 0 {
		laps = 2
	}
	for lap := s.w.lap; lap < s.w.lap+laps; lap++ {
		for k := range l.routes {
			rt := &l.routes[k]
			if rt.place == s.c.start || s.c.repeats && (s.c.finish < 0 || s.c.places[rt.place].dist > s.c.lapLength()) {
				continue
			}
			if pos := s.position(rt.place, lap); pos > s.w.pos && pos < limit {
				return rt, lap, 1 << min(k, 63)
			}
		}
	}
	return nil, 0, 0
}

// test says why a time at a place cannot be; undecided when it can.
func (s *scorer) test(at race.Instant, place, lap int, src uint16) verdict {
	w := &s.w
	clock := w.ref
	if !s.c.gun && w.start != 0 {
		clock = w.start
	}
	if at < clock {
		return verdict{why: whyBeforeStart, place: int16(place), from: -1, a: int64(clock - at)}
	}
	v := s.lapTest(at, lap)
	switch {
	case v.why != undecided:
	case w.lastPlace >= 0 && at < w.lastAt: // by a backup's delta
		v = verdict{why: whyTooSoon, from: int16(w.lastPlace)}
	case s.c.pace <= 0:
		v = s.guardTest(at, src)
	default:
		v = s.paceTest(at, clock, place, lap)
	}
	v.place = int16(place)
	return v
}

// guardTest stands in for the pace test where there is none: 60 s between two passings at one place.
func (s *scorer) guardTest(at race.Instant, src uint16) verdict {
	w := &s.w
	if gone := int64(at - w.lastAt); w.lastPlace >= 0 && src == w.lastSrc && gone < placeGuard {
		return verdict{why: whyTooSoon, a: gone, b: placeGuard, from: int16(w.lastPlace)}
	}
	return verdict{}
}

// paceTest asks whether the distance can have been covered since the start and since the last accepted passing; in a
// last-person-standing race since the bell of the round instead of the start.
func (s *scorer) paceTest(at, clock race.Instant, place, lap int) verdict {
	w := &s.w
	pos := s.position(place, lap)
	from, last, since := w.pos, w.lastAt, int16(w.lastPlace)
	if s.c.round > 0 {
		if bell := w.ref + race.Instant(int64(lap)*s.c.round); bell > last || w.lastPlace < 0 {
			from, last, since = float64(lap)*s.c.lapLength(), bell, sinceBell
		}
	} else {
		if gone, need := int64(at-clock), s.c.need(pos); gone < need {
			return verdict{why: whyTooFast, from: -1, a: gone, b: need, m: decimetres(pos)}
		}
		if w.lastPlace < 0 {
			return verdict{}
		}
	}
	if gone, need := int64(at-last), s.c.need(pos-from); gone < need {
		return verdict{why: whyTooFast, from: since, a: gone, b: need, m: decimetres(pos - from)}
	}
	return verdict{}
}

func decimetres(m float64) int32 { return int32(min(m*10, math.MaxInt32)) }

// lapTest keeps laps inside the time of the race: a lap counts if it is completed by the cutoff; in a
// last-person-standing race if it is run inside its round, from bell to bell, and late is out.
func (s *scorer) lapTest(at race.Instant, lap int) verdict {
	v := verdict{place: -1, from: -1}
	if s.c.end != 0 && at > s.c.end {
		v.why, v.a = whyAfterCutoff, int64(at-s.c.end)
		return v
	}
	if s.c.round == 0 {
		return v
	}
	bell := s.w.ref + race.Instant(int64(lap)*s.c.round)
	switch end := bell + race.Instant(s.c.round); {
	case at > end:
		v.why, v.a, v.b, v.lap = whyLateRound, int64(at-bell), s.c.round, int32(lap)
	case at < bell:
		v.why, v.a = whyNextRound, int64(bell-at)
	}
	return v
}
