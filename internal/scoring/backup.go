package scoring

import "racectl/internal/race"

// pair finds for every passage of a backup source whether a better source of the same place has the same passing: a primary
// one, or a backup listed before it. They are the same passing when, deltas added, they come within 60 s of each other; the
// better one then gives the time, whatever becomes of it by the other rules. A voided or invalidated passage is no longer a
// passage: the backup steps in for it.
func (s *scorer) pair() {
	for _, i := range s.order {
		p := &s.passages[i]
		l := s.c.lookup(p.src)
		if l == nil || !l.backup || p.lock >= 0 {
			continue
		}
		for n, rt := range l.routes {
			if rt.backup && n < 64 && s.better(p, rt) {
				p.covered |= 1 << n
			}
		}
	}
}

func (s *scorer) better(p *passage, rt route) bool {
	from, to := s.sights[p.use].at+race.Instant(rt.delta), s.sights[p.useLast].at+race.Instant(rt.delta)
	for _, j := range s.order {
		q := &s.passages[j]
		if q == p || q.force < 0 || q.src == p.src {
			continue
		}
		l := s.c.lookup(q.src)
		if l == nil {
			continue
		}
		for k := range l.routes {
			other := &l.routes[k]
			if other.place != rt.place || other.backup && other.order > rt.order {
				continue
			}
			d := race.Instant(other.delta)
			if s.sights[q.use].at+d-to <= pairGap && from-s.sights[q.useLast].at-d <= pairGap {
				return true
			}
		}
	}
	return false
}
