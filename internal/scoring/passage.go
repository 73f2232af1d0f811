package scoring

import (
	"cmp"
	"slices"

	"racectl/internal/race"
)

// passage is a chain of reads of one tag at one source, each less than 10 s after the one before. It is made of the
// reads as they came, so that it stays the same whatever is corrected. Entries of a person stand apart from those of readers.
type passage struct {
	tag     uint32
	src     uint16
	manual  bool
	force   int8
	retimed bool
	lock    int16 // index of the place it is locked to, -1 = none
	lap     int32 // of the lock; -1 = the lap that routing finds
	first   int32 // index of its first read, whose id is the id of the crossing
	last    int32
	use     int32 // first and last read that can count; -1 = none
	useLast int32
	count   int32 // reads that can count
	newest  race.Instant
	covered uint64 // bit per route of the source: a better source has the same passing
}

// group puts every read into its passage.
func (s *scorer) group() {
	s.passages, s.open = s.passages[:0], s.open[:0]
	for i := range s.sights {
		v := &s.sights[i]
		slot := s.slot(v)
		if slot >= 0 {
			p := &s.passages[s.open[slot]]
			if v.raw-p.newest < passageGap {
				p.newest, p.last = v.raw, int32(i)
				v.passage = s.open[slot]
				continue
			}
		} else {
			slot = len(s.open)
			s.open = append(s.open, 0)
		}
		v.passage = int32(len(s.passages))
		s.open[slot] = v.passage
		s.passages = append(s.passages, passage{tag: v.tag, src: v.src, manual: v.manual, lock: -1, lap: -1,
			first: int32(i), last: int32(i), use: -1, useLast: -1, newest: v.raw})
	}
}

// slot finds the newest passage of the read's tag and source in open, -1 when there is none.
func (s *scorer) slot(v *sight) int {
	for i := len(s.open) - 1; i >= 0; i-- {
		if p := &s.passages[s.open[i]]; p.src == v.src && p.tag == v.tag && p.manual == v.manual {
			return i
		}
	}
	return -1
}

// measure finds the reads of each passage that can count, and what corrections say about the passage. A passage with a
// corrected time has only that time: otherwise the next read, half a second later, would take its place. Lock and force
// said of any of its reads hold for the passage; of several the newest.
func (s *scorer) measure() {
	if s.fixed {
		locked, forced := map[int32]race.CorrectionID{}, map[int32]race.CorrectionID{}
		for i := range s.sights {
			if v := &s.sights[i]; v.fix != nil && v.usable() {
				s.measureFix(v, locked, forced)
			}
		}
	}
	for i := range s.sights {
		v := &s.sights[i]
		if !v.usable() {
			continue
		}
		p := &s.passages[v.passage]
		if p.retimed && (v.fix == nil || v.fix.retime == 0) {
			v.v.set(whyRetimed)
			continue
		}
		p.count++
		if p.use < 0 || v.at < s.sights[p.use].at {
			p.use = int32(i)
		}
		if p.useLast < 0 || v.at >= s.sights[p.useLast].at {
			p.useLast = int32(i)
		}
	}
}

func (s *scorer) measureFix(v *sight, locked, forced map[int32]race.CorrectionID) {
	p, f := &s.passages[v.passage], v.fix
	if f.retime != 0 {
		p.retimed = true
	}
	if at := s.c.placeOf(f.split); f.split != 0 && at >= 0 && f.by[kindLock] > locked[v.passage] {
		locked[v.passage] = f.by[kindLock]
		p.lock, p.lap = int16(at), int32(f.lap)
		s.w.locks = true
	}
	if f.force != 0 && f.by[kindForce] > forced[v.passage] {
		forced[v.passage] = f.by[kindForce]
		p.force = f.force
	}
}

// from is the time a passage is put in order by: its first read, with the delta of a backup source.
func (s *scorer) from(p *passage) race.Instant {
	at := s.sights[p.use].at
	l := s.c.lookup(p.src)
	switch {
	case l == nil || !l.backup || len(l.routes) == 0:
		return at
	case p.lock < 0:
		return at + race.Instant(l.routes[0].delta)
	}
	return at + s.delta(p, int(p.lock))
}

// routeTo is the route of the source to a place, nil when there is none.
func (l *lane) routeTo(place int) *route {
	for i := range l.routes {
		if l.routes[i].place == place {
			return &l.routes[i]
		}
	}
	return nil
}

// delta is what is added to reads of a passage when they stand for a place.
func (s *scorer) delta(p *passage, place int) race.Instant {
	if rt := s.routeTo(p, place); rt != nil {
		return race.Instant(rt.delta)
	}
	return 0
}

func (s *scorer) routeTo(p *passage, place int) *route {
	if l := s.c.lookup(p.src); l != nil {
		return l.routeTo(place)
	}
	return nil
}

// byBackup reports whether the passage stands for a place by a backup route.
func (s *scorer) byBackup(p *passage, place int) bool {
	rt := s.routeTo(p, place)
	return rt != nil && rt.backup
}

// sort lists the passages that can count in the order in which they are judged.
func (s *scorer) sort() {
	s.order = s.order[:0]
	sorted, before := true, race.Instant(0)
	for i := range s.passages {
		p := &s.passages[i]
		if p.use < 0 {
			continue
		}
		at := s.from(p)
		sorted = sorted && at > before
		before = at
		s.order = append(s.order, int32(i))
	}
	if sorted {
		return
	}
	slices.SortFunc(s.order, func(a, b int32) int {
		x, y := &s.passages[a], &s.passages[b]
		return cmp.Or(cmp.Compare(s.from(x), s.from(y)), cmp.Compare(s.sights[x.use].id, s.sights[y.use].id))
	})
}
