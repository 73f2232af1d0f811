package scoring

import "racectl/internal/race"

// The story of one person's reads, told by scorer.score:
//
//	gather   their reads: of their tags and those given to them, in time order, corrections applied   gather.go
//	screen   set aside what cannot take part: voided, clock suspect, roaming, no route …               window.go
//	group    reads less than 10 s apart at one source into passages                                    passage.go
//	pair     backup passages with the primary ones of the same passing                                 backup.go
//	walk     the passages in time order along the course: start, splits, laps, finish                  walk.go, start.go, route.go
//	conclude the outcome                                                                               score.go
//
// Nothing here depends on the order of arrival, and nothing outside the person's own reads, the set-up and corrections.

// scorer is the workbench for judging one person; it is reused, so that judging allocates next to nothing.
type scorer struct {
	b        *Board
	r        *runner
	c        *rules
	sights   []sight
	passages []passage
	fixed    bool    // some read has a correction
	order    []int32 // passages by the time they are judged by
	open     []int32 // the newest passage of each tag and source
	marks    []mark
	seen     race.Instant // newest sighting by a roaming source or fix
	fix      race.Instant // newest fix with a position
	loc      *race.Point
	w        walk
}

// score concludes from nothing. The marks of the outcome belong to the scorer until kept.
func (s *scorer) score(r *runner, c *rules) outcome {
	s.r, s.c = r, c
	s.seen, s.fix, s.loc = 0, 0, nil
	s.marks = s.marks[:0]
	s.w = walk{}
	s.gather()
	s.group()
	if c == nil {
		s.setAside(whyNoRace)
		return outcome{furthest: -1, lastLap: -1, finish: -1}
	}
	s.screen()
	s.measure()
	s.sort()
	if c.backups {
		s.pair()
	}
	s.walk()
	return s.conclude()
}

// setAside gives every read that is still open one reason.
func (s *scorer) setAside(w why) {
	for i := range s.sights {
		if v := &s.sights[i].v; v.why == undecided {
			v.set(w)
		}
	}
}

func (s *scorer) conclude() outcome {
	o := outcome{marks: s.marks, ref: s.w.ref, chip: s.w.start, startRead: s.w.startRead, lastSeen: s.seen, loc: s.loc,
		furthest: -1, lastLap: -1, finish: -1}
	best := -1.0
	for i := range s.marks {
		m := &s.marks[i]
		if at := max(m.at, m.out); at > o.lastSeen {
			o.lastSeen = at
		}
		if d := s.position(int(m.place), int(m.lap)); d > best {
			best, o.furthest = d, int32(i)
		}
		switch {
		case !s.c.isFinish(int(m.place)):
		case s.c.repeats:
			o.laps++
			o.lastLap = int32(i)
		case o.finish < 0:
			o.finish = int32(i)
		}
		m.late = s.c.late(m)
		o.cutoff = o.cutoff || m.late
	}
	// A sighting alone moves last-seen only; a fix after the gun is evidence of starting.
	o.started = len(s.marks) > 0 || s.fix != 0 && s.w.ref != 0 && s.fix >= s.w.ref
	if o.started {
		o.flag = flag(o.startRead, s.r.waveStart(s.c))
	}
	return o
}

// isFinish reports whether a place ends the race, or a lap of it.
func (c *rules) isFinish(p int) bool {
	return c.finish >= 0 && (p == c.finish || !c.repeats && c.places[p].dist == c.places[c.finish].dist)
}

// late reports whether a passing came after a cutoff of its split or, at the finish, of the race. It only marks.
func (c *rules) late(m *mark) bool {
	p := &c.places[m.place]
	if p.cutoff.IsSet() && m.at > p.cutoff {
		return true
	}
	return c.isFinish(int(m.place)) && c.race.Cutoff.IsSet() && m.at > c.race.Cutoff
}

// position is the distance along the whole way, laps included: what puts places in order.
func (s *scorer) position(p, lap int) float64 {
	return float64(lap)*s.c.lapLength() + s.c.places[p].dist
}
