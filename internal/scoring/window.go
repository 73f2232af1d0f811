package scoring

import (
	"math"
	"slices"

	"racectl/internal/race"
)

// source is one source as scoring needs it.
type source struct {
	id     race.SourceID
	name   string
	offset int64  // ms to take away from what the reader says; 0 unless switched on
	codes  []bool // by the board's number of a code; nil = all are accepted
	listed []string
	others []int // indexes of Setup.Others that share it
}

func (s *source) accepts(code uint16) bool { return int(code) < len(s.codes) && s.codes[code] }

// readSetup makes the set-up ready: window, sources, rules of each race.
func (b *Board) readSetup() {
	b.from, b.to = oldestUsable, math.MaxInt64
	b.discarded, b.rules = 0, map[race.RaceID]*rules{}
	for i := range b.sources {
		b.sources[i] = source{id: b.sources[i].id}
	}
	if e := b.setup.Event; e != nil {
		if from, to, ok := e.Window(); ok {
			b.from, b.to = from, to
		}
		b.discarded = e.DiscardedThrough
		for i := range e.Races {
			c := compileRace(&e.Races[i], b.sourceNo)
			c.raceDay = e.RaceDay(&e.Races[i])
			b.rules[e.Races[i].ID] = c
		}
	}
	for i := range b.setup.Sources {
		b.readSource(&b.setup.Sources[i])
	}
	for i, o := range b.setup.Others {
		for _, id := range o.Sources {
			s := &b.sources[b.sourceNo(id)]
			s.others = append(s.others, i)
		}
	}
}

func (b *Board) readSource(in *race.Source) {
	s := &b.sources[b.sourceNo(in.ID)]
	s.name, s.listed, s.codes = in.Name, in.AcceptCodes, nil
	if in.ApplyOffset && in.ClockOffsetMs != 0 {
		s.offset = in.ClockOffsetMs
	}
	if len(in.AcceptCodes) == 0 {
		return
	}
	accepted := append([]string{""}, in.AcceptCodes...) // a read that says no code is not refused for it
	for _, c := range accepted {
		n := int(b.codes.number(c))
		if n >= len(s.codes) {
			s.codes = slices.Grow(s.codes, n+1-len(s.codes))[:n+1]
		}
		s.codes[n] = true
	}
}

// sourceNo is the board's number of a source.
func (b *Board) sourceNo(id race.SourceID) uint16 {
	n := b.sourceIDs.number(id)
	for len(b.sources) <= int(n) {
		b.sources = append(b.sources, source{id: b.sourceIDs.values[len(b.sources)]})
	}
	return n
}

// inOther reports whether a read belongs to another event that shares its source. A read inside both windows
// belongs to the event that knows the tag, and to this one when neither or both do.
func (b *Board) inOther(v *sight, src uint16, needsTag bool) bool {
	for _, i := range b.sources[src].others {
		o := &b.setup.Others[i]
		if v.at < o.From || v.at > o.To {
			continue
		}
		if !needsTag || o.Knows != nil && o.Knows(b.tags[v.tag].text) {
			return true
		}
	}
	return false
}

// screen sets aside reads of sources that mean nothing to the race, and takes the sightings of roaming ones.
func (s *scorer) screen() {
	for i := range s.sights {
		v := &s.sights[i]
		if v.v.why != undecided || v.fix != nil && v.fix.split != 0 && s.c.placeOf(v.fix.split) >= 0 {
			continue
		}
		l := s.c.lookup(v.src)
		switch {
		case l == nil || len(l.routes) == 0 && !l.roaming:
			v.v.set(whyNoRoute)
		case len(l.routes) == 0:
			v.v.set(whyRoaming)
			s.seen = max(s.seen, v.at)
		}
	}
	s.seen = max(s.seen, s.fix)
}

// lookup is what a source means to the race, nil for nothing.
func (c *rules) lookup(src uint16) *lane {
	if int(src) >= len(c.lanes) {
		return nil
	}
	return &c.lanes[src]
}
