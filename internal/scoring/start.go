package scoring

import "racectl/internal/race"

// The start (SCORING "Start"). At the start the last read before leaving counts, wherever else the first read does.
//
// While nobody has been seen beyond the start, a passage of a start source is the start when it lies in the window, from
// 30 min before the first gun to 15 min after the reference start, even after several passages. It is a late start when there
// is no start so far. Where the source also stands for a later place, a passage after a start is that place as soon as it
// could have been covered at max pace since the later of that start and the reference start; without any start in the
// window the same is asked since the reference start.

// atStart takes a passage as the start; false when it is to be judged as a later place.
func (s *scorer) atStart(n int, i int32, p *passage, l *lane) bool {
	w := &s.w
	rt := &l.routes[l.start]
	first := s.sights[p.use].at + race.Instant(rt.delta)
	late := first > w.ref+startLate
	switch {
	case s.lockAhead(n) <= 0 || w.startLocked && !s.coverable(n, first, l): // the start is locked to another passage
		s.rest(i, whyTaken)
		return true
	case w.start == 0 && late && s.coverable(n, first, l):
		return false
	case w.start != 0 && (late || s.coverable(n, first, l)):
		return false
	}
	if p.covered&(1<<min(l.start, 63)) != 0 {
		s.unused(i, s.c.start)
		return true
	}
	s.takeStart(i, p, rt, late)
	return true
}

// coverable reports whether a later place of this source could have been reached since the start.
func (s *scorer) coverable(n int, at race.Instant, l *lane) bool {
	w := &s.w
	since := max(w.ref, w.start)
	for _, rt := range l.routes {
		if rt.place == s.c.start || s.position(rt.place, 0) >= s.lockAhead(n) {
			continue
		}
		d := s.c.places[rt.place].dist
		if s.c.pace <= 0 {
			return int64(at-since) >= placeGuard
		}
		return int64(at-since) >= s.c.need(d)
	}
	return false
}

// takeStart goes through the reads of a start passage: the last one in the window counts. Of a late starter's passage it is
// the last one of all.
func (s *scorer) takeStart(i int32, p *passage, rt *route, late bool) {
	w := &s.w
	for k := p.first; k <= p.last; k++ {
		v := &s.sights[k]
		if v.passage != i || !v.usable() {
			continue
		}
		at := v.at + race.Instant(rt.delta)
		switch {
		case at < w.firstGun-startEarly && p.force <= 0:
			v.v.set(whyBeforeWindow)
			v.v.a = int64(w.firstGun - at)
		case at > w.ref+startLate && !late:
			v.v.set(whySamePassage)
		default:
			s.setStart(i, k, p, late, false)
		}
	}
}

// setStart makes a read the start unless a later one is; by hand it is the start whatever came before.
func (s *scorer) setStart(i, k int32, p *passage, late, byHand bool) {
	w := &s.w
	v := &s.sights[k]
	delta := s.delta(p, s.c.start)
	at := v.at + delta
	if w.startAt >= 0 {
		if at < w.startRead && !byHand {
			v.v.set(whyEarlierRead)
			return
		}
		s.sights[w.startAt].v.why = whyEarlierRead
	}
	kind, counts := whyStart, at
	switch {
	case late:
		kind = whyLateStart
	case at < w.firstGun:
		kind, counts = whyStartAsGun, w.firstGun
	}
	v.v = verdict{why: kind, place: int16(s.c.start), from: -1, backup: s.byBackup(p, s.c.start), a: int64(delta), b: int64(at - w.ref)}
	w.start, w.startRead, w.startAt = counts, at, k
	w.lastAt, w.lastSrc, w.lastPlace = counts, p.src, s.c.start
	m := mark{at: counts, read: v.id, crossing: s.sights[p.first].id, place: int16(s.c.start)}
	if len(s.marks) == 0 {
		s.marks = append(s.marks, m)
	} else {
		s.marks[0] = m
	}
}

// lockedStart makes a passage the start because a person said so; of several the last holds.
func (s *scorer) lockedStart(i int32, p *passage) {
	if s.w.left { // another lock, earlier in time, is beyond the start: the two contradict each other
		s.rest(i, whyTaken)
		return
	}
	s.rest(i, whySamePassage)
	s.setStart(i, p.useLast, p, false, true)
	s.w.startLocked = true
}
