package control

import "racectl/internal/race"

// meant is a sighting with whom and where it means.
type meant struct {
	read   race.Read
	person *race.Participant // nil = nobody whom we know
	split  race.SplitID      // 0 = none that their race has
	known  race.ReadID       // the read that it has made already; 0 = none that is held
}

func bibOf(p *race.Participant) string {
	if p == nil {
		return ""
	}
	return p.Bib
}

// at is a person at a split.
type at struct {
	person race.ParticipantID
	split  race.SplitID
}

// timesNow are the times that an answer tells of people at splits. It may tell several of one: none of them puts another right.
func timesNow(said []meant) map[at][]race.Instant {
	now := map[at][]race.Instant{}
	for i := range said {
		if x := &said[i]; x.split != 0 {
			k := at{x.person.ID, x.split}
			now[k] = append(now[k], x.read.At)
		}
	}
	return now
}

// matcher finds whom sightings mean.
type matcher struct {
	event     *race.Event
	bibs      map[string]*race.Participant
	names     map[string]*race.Participant // nil for a name that several have
	matched   int
	unmatched []string
	unknown   []string
	told      map[string]bool
}

func newMatcher(v *View) *matcher {
	m := &matcher{event: v.Event, bibs: map[string]*race.Participant{}, names: map[string]*race.Participant{}, told: map[string]bool{}}
	for _, p := range v.People {
		if bib := race.CleanBib(p.Bib); bib != "" {
			if other := m.bibs[bib]; other == nil || p.ID < other.ID {
				m.bibs[bib] = p
			}
		}
		for _, name := range []string{race.NameKey(p.FirstName + " " + p.LastName), race.NameKey(p.LastName + " " + p.FirstName), race.NameKey(p.LastName + ", " + p.FirstName)} {
			if other, taken := m.names[name]; taken && other != p {
				m.names[name] = nil
			} else {
				m.names[name] = p
			}
		}
	}
	return m
}

func (m *matcher) match(s *race.Sighting) (x meant) {
	x.person = m.bibs[race.CleanBib(s.Bib)]
	if x.person == nil && s.Name != "" {
		x.person = m.names[race.NameKey(s.Name)]
	}
	if x.person == nil {
		if !m.told["who "+s.Tag()] {
			m.told["who "+s.Tag()] = true
			m.unmatched = append(m.unmatched, s.Tag())
		}
		return x
	}
	m.matched++
	if s.Split == "" {
		return x
	}
	if r := m.event.Race(x.person.RaceID); r != nil {
		for i := range r.Splits {
			if race.SameName(r.Splits[i].Name, s.Split) {
				x.split = r.Splits[i].ID
				return x
			}
		}
	}
	if key := "where " + race.NameKey(s.Split); !m.told[key] {
		m.told[key] = true
		m.unknown = append(m.unknown, s.Split)
	}
	return x
}
