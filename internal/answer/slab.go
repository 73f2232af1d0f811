package answer

import (
	"racectl/internal/race"
	"racectl/internal/scoring"
)

// slab hands out the many small numbers of a long answer from a few large pieces of memory, and knows what is the same
// for everybody in a race. Rows keep the pieces alive; nobody frees them one by one.
type slab struct {
	event  *Event
	ints   []int
	int64s []int64
	chunk  int
	infos  []*raceInfo
	perf   scoring.Performance // of the person whose row is being written
}

// raceInfo is what rows of one race share.
type raceInfo struct {
	race  *race.Race
	bands []race.AgeBand // see ageBands
	day   race.Instant   // the day ages are counted on
}

func (e *Event) newSlab(rows int) *slab {
	return &slab{event: e, chunk: min(max(rows, 1), 4096) * 4}
}

// race is the shared part of a race, nil for one that the event does not have.
func (s *slab) race(id race.RaceID) *raceInfo {
	for _, info := range s.infos {
		if info.race.ID == id {
			return info
		}
	}
	r := s.event.Event.Race(id)
	if r == nil {
		return nil
	}
	info := &raceInfo{race: r, day: s.event.Event.RaceDay(r)}
	s.infos = append(s.infos, info)
	return info
}

// ageBands are those of the race.
func (i *raceInfo) ageBands() []race.AgeBand {
	if i.bands == nil {
		i.bands = i.race.AgeBands()
	}
	return i.bands
}

// place is n for JSON, null for 0 and below.
func (s *slab) place(n int) *int {
	if n <= 0 {
		return nil
	}
	if len(s.ints) == cap(s.ints) {
		s.ints = make([]int, 0, s.chunk)
	}
	s.ints = append(s.ints, n)
	return &s.ints[len(s.ints)-1]
}

// millis is a duration for JSON, null below 0.
func (s *slab) millis(ms int64) *int64 {
	if ms < 0 {
		return nil
	}
	if len(s.int64s) == cap(s.int64s) {
		s.int64s = make([]int64, 0, s.chunk)
	}
	s.int64s = append(s.int64s, ms)
	return &s.int64s[len(s.int64s)-1]
}

// age is the age on race day; the imported one for somebody in no race, 0 for unknown.
func (i *raceInfo) age(p *race.Participant) int {
	if i == nil {
		return p.Age
	}
	return p.AgeOn(i.day)
}

// wave is the name of a wave, "" for none.
func (i *raceInfo) wave(id race.WaveID) string {
	if w := i.race.Wave(id); w != nil {
		return w.Name
	}
	return ""
}

// band is the label of an age's band, "" when the age is unknown.
func (i *raceInfo) band(age int) string {
	if n := race.BandOf(i.ageBands(), age); n >= 0 {
		return i.bands[n].Label()
	}
	return ""
}
