package scoring

import (
	"cmp"
	"slices"

	"racectl/internal/race"
)

// gather fills sights with every read of the person, those of each tag in the order of raw time and id.
func (s *scorer) gather() {
	s.sights, s.fixed = s.sights[:0], false
	for _, n := range s.r.tags {
		t := &s.b.tags[n]
		for i := range t.reads {
			s.take(&t.reads[i], t)
		}
	}
	own := len(s.sights)
	for _, id := range s.r.given {
		n, ok := s.b.ids.tagOf(id)
		if !ok || slices.Contains(s.r.tags, n) {
			continue
		}
		if h, ok := s.b.tags[n].find(id); ok {
			s.take(&h, &s.b.tags[n])
		}
	}
	slices.SortFunc(s.sights[own:], func(a, b sight) int { return cmp.Or(cmp.Compare(a.raw, b.raw), cmp.Compare(a.id, b.id)) })
}

// take adds one read unless it was given to somebody else.
func (s *scorer) take(h *held, t *tag) {
	var f *fix
	if t.touched {
		if f = s.b.fixes[h.id]; f != nil && f.to != 0 && f.to != s.r.id {
			return
		}
	}
	if len(s.sights) == cap(s.sights) {
		s.sights = slices.Grow(s.sights, 1)
	}
	s.sights = s.sights[:len(s.sights)+1]
	v := &s.sights[len(s.sights)-1]
	s.b.sight(v, h, f)
	s.fixed = s.fixed || f != nil
	s.firstLook(v, h, f)
}

// sight makes a read ready for judging: clock offset and corrected time applied. It fills every field of v.
func (b *Board) sight(v *sight, h *held, f *fix) {
	at := h.at
	if !h.manual() {
		at -= race.Instant(b.sources[h.src].offset)
	}
	v.id, v.at, v.raw, v.tag, v.src, v.code, v.manual, v.passage, v.fix = h.id, at, at, h.tagNo(), h.src, h.code, h.manual(), -1, f
	if f != nil && f.retime != 0 {
		v.at = f.retime
	}
	v.v = verdict{place: -1, from: -1}
}

// firstLook sets aside what needs no race to be judged, and notes positions.
func (s *scorer) firstLook(v *sight, h *held, f *fix) {
	if w := s.b.setAside(v, h, f); w != undecided {
		v.v.set(w)
		return
	}
	if s.b.positions > 0 {
		if o, ok := s.b.odd[h.id]; ok && o.Pos != nil && (s.loc == nil || v.at > s.fix || v.at == s.fix && beyond(o.Pos, s.loc)) {
			s.fix, s.loc = v.at, o.Pos
		}
	}
}

// beyond orders places of one moment, so that which of them is told does not depend on which came first.
func beyond(a, b *race.Point) bool {
	return cmp.Or(cmp.Compare(a.Lat, b.Lat), cmp.Compare(a.Lon, b.Lon), cmp.Compare(a.Ele, b.Ele)) > 0
}

// setAside is the reason why a read cannot take part in this event at all; undecided when it can.
func (b *Board) setAside(v *sight, h *held, f *fix) why {
	src := &b.sources[h.src]
	switch {
	case h.id <= b.discarded:
		return whyDiscarded
	case f != nil && f.void:
		return whyVoided
	}
	forced := f != nil && (f.force > 0 || f.split != 0 || f.to != 0)
	if src.codes != nil && !h.manual() && !forced && !src.accepts(h.code) {
		return whyCode
	}
	if v.at < b.from || v.at > b.to {
		if b.inOther(v, h.src, false) {
			return whyOther
		}
		if f == nil || f.force <= 0 {
			return whyClock
		}
	}
	return undecided
}
